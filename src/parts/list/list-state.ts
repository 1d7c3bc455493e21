import type { FirstLoad } from '../../state/first-load.ts';
import type { ShownPage } from '../../state/list-page.ts';
import type { ListState } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';

/**
 * Returns the state of a list from a local read. Local rows are always shown. No rows mean an empty list only once this
 * device has a copy of the shop (C-148, R-SALE-28).
 */
export function listStateOf<Row>(
  page: Pick<ShownPage<Row>, 'rows' | 'total'> | undefined,
  firstLoad: FirstLoad,
): ListState<Row> {
  if (page === undefined) return { status: 'loading' };
  if (page.total > 0 || firstLoad.status === 'ready') return { status: 'ready', rows: page.rows };
  if (firstLoad.status === 'loading') return { status: 'loading' };
  if (firstLoad.status === 'offline') {
    return { status: 'failed', message: offlineText('load your shop'), onRetry: firstLoad.retry };
  }
  if (firstLoad.status === 'failed') return { status: 'failed', message: firstLoad.message, onRetry: firstLoad.retry };
  return { status: 'loading' };
}
