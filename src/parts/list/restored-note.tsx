import { Alert } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { RowKey } from '../../../sync/protocol/tables.ts';
import { wasRemovedHere } from '../../../sync/store/removed-here.ts';
import { useLive } from '../../state/replica.tsx';

/** Says why a row that was deleted on this device is back (M21, M23, M27). */
export function RestoredNote({ table, id }: RowKey) {
  const isRestored = useLive((shop) => wasRemovedHere(shop, { table, id }), [table, id]) ?? false;
  if (!isRestored) return null;
  return (
    <Alert role="status" color="blue" icon={<IconRestore size={20} aria-hidden />}>
      Restored because it was edited on another device
    </Alert>
  );
}
