import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { RowKey } from '../../../sync/protocol/tables.ts';
import { useLive } from '../../state/replica.tsx';
import { refusedActsOf } from '../../state/row-sync.ts';
import { paths } from '../paths.ts';
import { reasonOf } from './refused-words.ts';

/** Shows changes of this row that were refused, why, and a link to where that is decided (SYN-5, M42). */
export function RowRefusals({ table, id }: RowKey) {
  const refused = useLive((database) => refusedActsOf(database, { table, id }), [table, id]) ?? [];
  if (refused.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text fw={600}>Not accepted</Text>
      {refused.map((entry) => (
        <Text key={entry.seq}>{reasonOf(entry)}</Text>
      ))}
      <Anchor component={Link} to={paths.sync} className="k-inline-link">
        Sync status
      </Anchor>
    </Alert>
  );
}
