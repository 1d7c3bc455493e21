import '../domain/older-engines.ts';
import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../domain/assert.ts';
import { App } from './app/app.tsx';
import { fetchStylesAgain } from './ui/chunk.tsx';
import { paths } from './parts/paths.ts';
import { createRouter, fetchAhead } from './app/router.tsx';
import { startSession } from './parts/session-lifecycle.ts';
import { createApi } from './platform/api-client.ts';
import { createFramePlace } from './platform/frame-place.ts';
import { openAtFirstPage } from './platform/first-page.ts';
import { watchInstallOffer } from './platform/worker/install.ts';
import { isShopKept } from './platform/engine/kept-shop.ts';
import { pageLife } from './platform/engine/page-life.ts';
import type { Services } from './platform/services.tsx';
import { whenIdle } from './platform/when-idle.ts';
import { openSessionRecord } from '../sync/store/session-record.ts';
import { useDirtyForm } from './state/dirty-form.ts';
import { heardFromServer, watchOnline } from './state/online.ts';
import { signedInUserId } from './state/session.ts';
import { guardArrivals } from './ui/layer/arrival-guard.ts';
import { keepDialogFocus } from './ui/layer/dialog-focus.ts';
import { keepLayerHistory } from './ui/layer/layer-history.ts';

const services: Services = {
  api: createApi({ fetch: (input, init) => fetch(input, init), userId: signedInUserId, onAnswer: heardFromServer }),
  // Where a shop is kept there is a record.
  sessionRecord: openSessionRecord(indexedDB, pageLife, () =>
    isShopKept(localStorage) ? null : createFramePlace(document),
  ),
};

openAtFirstPage(window, paths);
fetchAhead(window.location.pathname, isShopKept(localStorage));
watchOnline(window);
watchInstallOffer(window);
// Dexie comes with signing in, not with a stranger's first load.
const loadShop = () => import('./platform/engine/shop-database.ts');
startSession(services, window, {
  countUnsent: async (session) => await (await loadShop()).countUnsent(session),
  clear: async (session) => await (await loadShop()).clearShop(session),
});
if (window.location.search !== '') void import('./app/tell-notice.ts').then(({ tellNotice }) => tellNotice(window));
guardArrivals(document);
keepDialogFocus(document);
fetchStylesAgain(window);
keepLayerHistory();
whenIdle(() => {
  // What cannot be fetched now is fetched at the next start.
  void import('./platform/worker/register-worker.ts').then(
    ({ registerWorker }) => registerWorker(() => useDirtyForm.getState().isDirty),
    () => undefined,
  );
});

const root = document.getElementById('root');
assert(root !== null, 'The page has a place for the app');
createRoot(root).render(
  <StrictMode>
    <App services={services} router={createRouter()} />
  </StrictMode>,
);
