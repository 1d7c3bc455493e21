import { NOT_CONFIRMED_TITLE, NOTICE_PARAM, notConfirmedSentence } from '../../sync/host/app-notice.ts';
import { showFailure } from '../state/toasts.ts';

/** Says what the worker opened the app for, and takes it out of the address: reloading says it no second time. */
export function tellNotice({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(location.href);
  const sentence = notConfirmedSentence(url.searchParams.get(NOTICE_PARAM) ?? '');
  url.searchParams.delete(NOTICE_PARAM);
  history.replaceState(history.state, '', url);
  if (sentence !== null) showFailure(NOT_CONFIRMED_TITLE, sentence);
}
