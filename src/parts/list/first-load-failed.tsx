import type { FirstLoad } from '../../state/first-load.ts';
import { FailedText } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';

/**
 * Says why this device has no copy of the shop yet (C-148). Renders nothing while it is downloaded, or once it is here.
 */
export function FirstLoadFailed({ load }: { load: FirstLoad }) {
  if (load.status === 'failed') return <FailedText message={load.message} onRetry={load.retry} />;
  if (load.status === 'offline') return <FailedText message={offlineText('load your shop')} onRetry={load.retry} />;
  return null;
}
