import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { EmptyText, FailedText, LoadingText } from '../../ui/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';

const FAILED = 'Failed to load purchase details.';

/** R-PUR-39: what kept this device from a copy of the shop, or that the purchase is not in it (C-148). */
export function NoPurchase() {
  const load = useFirstLoad();
  if (load.status === 'loading') return <LoadingText>Loading purchase...</LoadingText>;
  if (load.status === 'failed') return <FailedText message={load.message} onRetry={load.retry} />;
  if (load.status === 'offline') return <FailedText message={offlineText('load your shop')} onRetry={load.retry} />;
  return (
    <EmptyText
      title={FAILED}
      hint="It was deleted, it is older than what this device keeps, or another device has not sent it yet."
      action={
        <Button component={Link} to={paths.purchases} mt="sm">
          Back to Purchases
        </Button>
      }
    />
  );
}
