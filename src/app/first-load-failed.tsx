import type { FirstLoad } from '../state/first-load.ts';
import { FailedText } from '../ui/card-list.tsx';
import { offlineText } from '../ui/online-only.tsx';

/** What keeps this device from a copy of the shop (C-148); nothing while it arrives, or is there. */
export function FirstLoadFailed({ load }: { load: FirstLoad }) {
  if (load.status === 'failed') return <FailedText message={load.message} onRetry={load.retry} />;
  if (load.status === 'offline') return <FailedText message={offlineText('load your shop')} onRetry={load.retry} />;
  return null;
}
