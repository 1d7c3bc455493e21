import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { storedCount } from '../../../sync/store/live-reads.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useLive } from '../../state/replica.tsx';
import { FetchingShop } from './fetching-shop.tsx';
import { FirstLoadFailed } from './first-load-failed.tsx';
import { paths } from '../paths.ts';

/** True if the shop has no items. False while that is not known, and without a copy of the shop. */
export function useHasNoItems(): boolean {
  const { status } = useFirstLoad();
  return useHasNoneHere() && status === 'ready';
}

function useHasNoneHere(): boolean {
  const itemCount = useLive((database) => storedCount(database, COUNT_KEYS.activeItems), []);
  return itemCount !== undefined && itemCount <= 0;
}

/**
 * Shown on forms with items in their lines: a new shop has to create an item first. On a device that could not download
 * the shop it says why (C-148).
 */
export function NoItemsNote() {
  const load = useFirstLoad();
  const isNone = useHasNoneHere();
  if (!isNone) return null;
  if (load.status !== 'ready')
    return (
      <>
        <FirstLoadFailed load={load} />
        <FetchingShop />
      </>
    );
  return (
    <Alert role="note" p="sm">
      <Stack gap="xs" align="flex-start">
        <Text inherit>Your shop has no items yet. Add the first one, then come back.</Text>
        <NewItemLink />
      </Stack>
    </Alert>
  );
}

/** A link to create the first item, because nothing else can be done without one. */
export function NewItemLink() {
  return (
    <Button component={Link} to={paths.newItem} variant="default">
      New Item
    </Button>
  );
}
