import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { productsPage } from '../../../sync/store/item-lists.ts';
import { listStateOf } from '../../parts/list/list-state.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { CardList } from '../../ui/list/card-list.tsx';
import { useListLocation } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ItemCard } from './item-card.tsx';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { NewProductDialog } from './new-product-dialog.tsx';

const PRODUCTS_PER_PAGE = 10;

/** The older list at /products: the items of type product (R-LEG-01 to R-LEG-04, C-029). */
export function Products() {
  usePageTitle('Products');
  const { query, page, setPage } = useListLocation();
  const [isAdding, setAdding] = useState(false);
  const currency = useShop().currency ?? ITEM_CURRENCY_FALLBACK;
  const list = useLive(
    async (shop) => {
      const found = await productsPage(shop, { typed: query, page, size: PRODUCTS_PER_PAGE });
      const ids = found.rows.map(({ id }) => id);
      const pageCount = Math.ceil(found.total / PRODUCTS_PER_PAGE);
      return { ...found, pageCount, syncById: await readRowSync(shop, 'item', ids) };
    },
    [query, page],
  );
  return (
    <Screen className="k-card-columns">
      <CardList
        label="Products"
        state={listStateOf(list, useFirstLoad())}
        loadingText="Loading products..."
        empty={{
          title: 'No products found. Add your first product!',
          ...(query === '' ? {} : { hint: 'Try a different search term' }),
        }}
        rowKey={(item) => item.id}
        renderRow={(item) => <ItemCard item={item} currency={currency} sync={list?.syncById.get(item.id) ?? null} />}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      <ActionBar>
        <Button fullWidth size="lg" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          New Product
        </Button>
      </ActionBar>
      {isAdding && <NewProductDialog currency={currency} onClose={() => setAdding(false)} />}
    </Screen>
  );
}
