import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../domain/assert.ts';
import { App } from './app/app.tsx';
import { createRouter, fetchAhead } from './app/router.tsx';
import { startSession } from './app/session-lifecycle.ts';
import { createApi } from './platform/api.ts';
import { registerWorker } from './platform/app-update.ts';
import { watchInstallOffer } from './platform/install.ts';
import { isShopKept } from './platform/kept-shop.ts';
import type { Services } from './platform/services.tsx';
import { openSessionRecord } from '../sync/store/session-record.ts';
import { useDirtyForm } from './state/dirty-form.ts';
import { watchOnline } from './state/online.ts';
import { signedInUserId } from './state/session.ts';

const services: Services = {
  api: createApi({ fetch: (input, init) => fetch(input, init), userId: signedInUserId }),
  sessionRecord: openSessionRecord(indexedDB),
};

fetchAhead(window.location.pathname, isShopKept(localStorage));
watchOnline(window);
watchInstallOffer(window);
startSession(services, window, async (session) => {
  // Dexie comes with signing in, not with a stranger's first load.
  const { countUnsent } = await import('./platform/shop-database.ts');
  return await countUnsent(session);
});
registerWorker(() => useDirtyForm.getState().isDirty);

const root = document.getElementById('root');
assert(root !== null, 'The page has a place for the app');
createRoot(root).render(
  <StrictMode>
    <App services={services} router={createRouter()} />
  </StrictMode>,
);
