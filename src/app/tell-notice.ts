import { isNotConfirmed, NOT_CONFIRMED_TITLE, NOTICE_PARAM, notConfirmedSentence } from '../../sync/host/app-notice.ts';
import { showFailure } from '../state/toasts.ts';

/**
 * Shows the notice for which the worker opened the app, and removes it from the address: a reload does not repeat it.
 */
export function tellNotice({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(location.href);
  const why = url.searchParams.get(NOTICE_PARAM) ?? '';
  url.searchParams.delete(NOTICE_PARAM);
  history.replaceState(history.state, '', url);
  if (isNotConfirmed(why)) showFailure(NOT_CONFIRMED_TITLE, notConfirmedSentence(why));
}
