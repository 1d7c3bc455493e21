import { beforeEach, expect, test } from 'vitest';
import { tellNotice } from '../../../src/app/tell-notice.ts';
import { useToasts } from '../../../src/state/toasts.ts';
import { noticePath } from '../../../sync/host/app-notice.ts';
import { freshAppState } from '../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

const open = (path: string) => window.history.replaceState(null, '', path);
const told = () =>
  useToasts.getState().news.map((news) => (news.type === 'toast' ? [news.toast.title, news.toast.message] : []));

test('R-APP-07 why an order was not confirmed is said once, and leaves the address', () => {
  open(noticePath('/orders/77', 'signed_out'));
  tellNotice(window);
  tellNotice(window);
  expect(told()).toEqual([['Order not confirmed', 'You are logged out. Log in to confirm it.']]);
  expect(window.location.pathname + window.location.search).toBe('/orders/77');
});

test.each(['toString', 'made up', '<b>'])(
  'what is no reason (%s) is not said; the rest of the address stays',
  (why) => {
    open(`/sales?q=soap&not-confirmed=${encodeURIComponent(why)}`);
    tellNotice(window);
    expect(told()).toEqual([]);
    expect(window.location.search).toBe('?q=soap');
  },
);
