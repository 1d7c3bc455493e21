import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { SALES_PER_PAGE } from '../../../domain/sale.ts';
import { listStateOf } from '../../app/list-state.ts';
import { paths } from '../../app/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { useListLocation } from '../../ui/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SaleCard } from './sale-card.tsx';

/** /sales and /receipts (R-SALE-01 to R-SALE-28, C-033). */
export function SalesList() {
  usePageTitle('Sales');
  const { query, page, setPage } = useListLocation();
  const list = useListPage('sale', { query, page, rowsPerPage: SALES_PER_PAGE });
  const state = listStateOf(list, useFirstLoad());
  const shop = useShop();
  return (
    <Screen>
      <CardList
        label="Sales"
        state={state}
        loadingText="Loading sales..."
        empty={{
          title: 'No sales found',
          hint: query === '' ? 'Get started by adding your first sale' : 'Try a different search term',
        }}
        rowKey={(sale) => sale.id}
        renderRow={(sale) => <SaleCard sale={sale} shop={shop} sync={list?.syncById.get(sale.id) ?? null} />}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      <ActionBar>
        <Button
          component={Link}
          to={paths.newSale}
          fullWidth
          size="lg"
          leftSection={<IconPlus size={20} aria-hidden />}
        >
          New Sale
        </Button>
      </ActionBar>
    </Screen>
  );
}
