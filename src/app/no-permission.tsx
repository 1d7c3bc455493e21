import { NO_SCREEN_PERMISSION } from '../../domain/people/screen-permission.ts';
import { EmptyText } from '../ui/list/card-list.tsx';
import { usePageTitle } from '../ui/page-title.tsx';

/** Shown instead of a screen that the role may not see (C-016). */
export function NoPermission() {
  usePageTitle('No permission');
  return <EmptyText title={NO_SCREEN_PERMISSION} hint="Ask the owner of the business or another admin." />;
}
