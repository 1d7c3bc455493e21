import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { archivedItems } from '../../../sync/store/item-lists.ts';
import { storedCount } from '../../../sync/store/live-reads.ts';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { listStateOf } from '../../parts/list/list-state.ts';
import { paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardList } from '../../ui/list/card-list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ItemCard } from './item-card.tsx';

const SHOWN_MAX = 200;

/** A link to the archived items. Renders nothing if there are none. */
export function ArchivedLink() {
  const count = useLive(
    async (shop) => (await storedCount(shop, COUNT_KEYS.items)) - (await storedCount(shop, COUNT_KEYS.activeItems)),
    [],
  );
  if (!count || count <= 0) return null;
  return (
    <Anchor component={Link} to={`${paths.items}?archived`} className="k-choice" ta="center">
      {count === 1 ? '1 archived item' : `${count} archived items`}
    </Anchor>
  );
}

/** The archived items, each with a button that restores it (C-105, G18). */
export function ArchivedItems({ query, currency }: { query: string; currency: string }) {
  const shown = useLive(
    async (shop) => {
      const found = await archivedItems(shop, query, SHOWN_MAX + 1);
      const items = found.slice(0, SHOWN_MAX);
      const ids = items.map(({ id }) => id);
      return { items, hasMore: found.length > SHOWN_MAX, syncById: await readRowSync(shop, 'item', ids) };
    },
    [query],
  );
  return (
    <Screen className="k-card-columns">
      <BackLink to={paths.items}>All items</BackLink>
      {shown?.hasMore === true && (
        <Text size="sm">
          The {SHOWN_MAX} newest. {query === '' ? 'Search to find the others.' : 'Type more to find the others.'}
        </Text>
      )}
      <CardList
        label="Archived items"
        state={listStateOf(shown && { rows: shown.items, total: shown.items.length }, useFirstLoad())}
        loadingText="Loading items..."
        empty={{ title: 'No items found', ...(query === '' ? {} : { hint: 'Try a different search term' }) }}
        rowKey={(item) => item.id}
        renderRow={(item) => <ItemCard item={item} currency={currency} sync={shown?.syncById.get(item.id) ?? null} />}
      />
    </Screen>
  );
}
