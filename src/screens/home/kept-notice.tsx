import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';
import { useKeptChanges } from '../../state/kept-changes.ts';
import { changesText } from '../../state/sync-status.ts';

/** Links an admin who signed in here to the changes that a dismissed person left on this device (M32). */
export function KeptNotice() {
  const { kept } = useKeptChanges();
  if (kept.length === 0) return null;
  return (
    <Alert color="yellow" title="Not sent yet">
      {kept.map(({ userId, author, count }) => (
        <div key={userId}>{`${changesText(count)} of ${author.firstName}, kept on this device`}</div>
      ))}
      <Anchor component={Link} to={paths.sync} className="k-inline-link">
        Go to Sync status
      </Anchor>
    </Alert>
  );
}
