import { Outlet } from 'react-router-dom';
import { PageTitleProvider } from '../ui/page-title.tsx';
import { Toaster } from './toaster.tsx';

/** What outlives every screen. */
export function Root() {
  return (
    <PageTitleProvider>
      <Outlet />
      <Toaster />
    </PageTitleProvider>
  );
}
