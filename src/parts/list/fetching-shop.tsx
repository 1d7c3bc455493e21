import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { storedCount } from '../../../sync/store/live-reads.ts';
import { useServices } from '../../platform/services.tsx';
import { useFirstLoad } from '../../state/first-load.ts';
import { useOnline } from '../../state/online.ts';
import { useLive } from '../../state/replica.tsx';

/** Progress of the first download of a shop. Renders nothing once it is complete (R-PLACE-40). */
export function FetchingShop() {
  const { status } = useFirstLoad();
  return status === 'ready' ? null : <ArrivingItems />;
}

function ArrivingItems() {
  const itemCount = useLive((database) => storedCount(database, COUNT_KEYS.activeItems), []) ?? 0;
  const total = useItemTotal();
  const words = fetchingWords(itemCount, total);
  return (
    <Stack gap={4} className="k-appear-late">
      <Text component="label" size="sm" htmlFor="fetching-shop">
        {words}
      </Text>
      <progress
        id="fetching-shop"
        className="k-progress"
        {...(total === null ? {} : { value: Math.min(itemCount, total), max: Math.max(1, total) })}
      />
      {itemCount > 0 && (
        <Text size="sm" c="dimmed">
          You can sell what is here already.
        </Text>
      )}
    </Stack>
  );
}

const COUNT = new Intl.NumberFormat('en-GB');

/** @param total null until the server has sent it */
export function fetchingWords(itemCount: number, total: number | null): string {
  const count = COUNT.format(itemCount);
  if (total === null)
    return itemCount === 0
      ? 'Fetching your shop'
      : `Fetching your shop: ${count} ${itemCount === 1 ? 'item' : 'items'} so far`;
  if (itemCount >= total) return 'Fetching your shop: all items are here, customers and sales follow';
  return `Fetching your shop: items ${count} of ${COUNT.format(total)}`;
}

/** Returns how many items the shop has. Asked once, because the download itself does not know how many are left. */
function useItemTotal(): number | null {
  const { api } = useServices();
  const isOnline = useOnline((state) => state.isOnline);
  const [total, setTotal] = useState<number | null>(null);
  const isAsking = isOnline && total === null;
  useEffect(() => {
    if (!isAsking) return undefined;
    const gone = new AbortController();
    const request = { data: v.unknown(), signal: gone.signal };
    void api.call('GET', '/items?limit=1', request).then((answer) => {
      if (answer.ok && !gone.signal.aborted) setTotal(answer.value.total ?? null);
    });
    return () => gone.abort();
  }, [api, isAsking]);
  return total;
}
