import { Outlet } from 'react-router-dom';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { chunk } from '../ui/chunk.tsx';
import { LaterToasts } from './later-toasts.tsx';

const toasts = chunk(async () => (await import('./toasts.tsx')).Toasts);

/** The parts of the app that outlive every screen. */
export function Root() {
  return (
    <PageTitleProvider>
      <Outlet />
      <LaterToasts part={toasts} />
    </PageTitleProvider>
  );
}
