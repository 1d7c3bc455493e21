import { Card, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { itemsOfCode } from '../../../sync/store/item-lists.ts';
import { itemById, itemsByIds } from '../../../sync/store/live-reads.ts';
import { type ScanAnswer, useCodeScan } from '../../parts/item/use-code-scan.ts';
import { listStateOf } from '../../parts/list/list-state.ts';
import { NewItemLink } from '../../parts/list/no-items.tsx';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive, useReplica, useSearchVersion } from '../../state/replica.tsx';
import { CardList } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { stockWords } from './stock-text.tsx';

/** The most items in the list. Typing finds the others. */
const SHOWN_MAX = 20;

export interface AddStockChoicesProps {
  currency: string;
  onChoose: (item: Item) => void;
}

/**
 * The choice of the item, by name, category, brand or code, typed or scanned. Each is shown with its stock (R-STK-02 to
 * R-STK-10, R-CTR-16).
 */
export function AddStockChoices({ currency, onChoose }: AddStockChoicesProps) {
  const [typed, setTyped] = useState('');
  const found = useFoundItems(useDeferredValue(typed));
  const { search, database } = useReplica();
  const { answer } = useCodeScan({ add: (item) => chosen(item, onChoose), isEveryBurstACode: true });
  /** Chooses the item of the code that was typed, else the first hit (R-CTR-11). If several have it, a person does. */
  const chooseFirst = async () => {
    const term = typed.trim();
    if (term === '') return;
    const [ofCode, other] = await itemsOfCode(database, term, 2);
    if (other !== undefined) return;
    const [id] = ofCode && tracksStock(ofCode) ? [ofCode.id] : (await search.page('stockItem', term, 1, 1)).ids;
    const item = id === undefined ? undefined : await itemById(database, id);
    if (item) onChoose(item);
  };
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        label="Search items"
        description="By name, code, category or brand. Or scan it."
        leftSection={<IconSearch size={18} aria-hidden />}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void chooseFirst();
        }}
      />
      {answer?.isFound === false && (
        <Text role="alert" c="var(--mantine-color-error)">
          {answer.sentence}
        </Text>
      )}
      <CardList
        label="Items"
        state={listStateOf(found, useFirstLoad())}
        loadingText="Loading items..."
        empty={{
          title: 'No items found',
          ...(typed.trim() === ''
            ? { hint: 'Services and untracked items have no stock.', action: <NewItemLink /> }
            : { hint: 'Try a different search term' }),
        }}
        rowKey={(item) => item.id}
        renderRow={(item) => <ItemChoice item={item} currency={currency} onChoose={() => onChoose(item)} />}
      />
      {found !== undefined && found.total > found.rows.length && (
        <Text size="sm" ta="center" role="status">
          {typed.trim() === ''
            ? `The ${found.rows.length} newest of ${found.total} items. Type to search.`
            : `The first ${found.rows.length} of ${found.total} items. Type more to find the others.`}
        </Text>
      )}
    </Stack>
  );
}

function chosen(item: Item, onChoose: (item: Item) => void): ScanAnswer {
  if (!tracksStock(item)) return { isFound: false, sentence: `${item.name} has no stock that is counted` };
  onChoose(item);
  return { isFound: true, sentence: item.name, item };
}

function useFoundItems(typed: string): { rows: Item[]; total: number } | undefined {
  const { search } = useReplica();
  const version = useSearchVersion('stockItem');
  return useLive(
    async (shop) => {
      const { ids, total } = await search.page('stockItem', typed, 1, SHOWN_MAX);
      return { rows: await itemsByIds(shop, ids), total };
    },
    [typed, version],
  );
}

function ItemChoice({ item, currency, onChoose }: { item: Item; currency: string; onChoose: () => void }) {
  // R-STK-06 to R-STK-08, C-103, C-107.
  return (
    <Card component="button" type="button" w="100%" ta="start" className="k-link-card" onClick={onChoose}>
      <Text component="span" fw={600} className="k-breakable">
        {item.name}
      </Text>
      <Text component="span" size="sm" display="block" className="k-breakable">
        Category: {item.category ?? '-'} · Brand: {item.customFields['brand'] ?? '-'}
      </Text>
      <Text component="span" display="block">
        Stock: {stockWords(item)} · <MoneyText amountMinor={item.priceMinor} currency={currency} decimals={2} />
      </Text>
    </Card>
  );
}
