import { lazy, type ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { ErrorScreen } from './error-screen.tsx';
import { Guard, PublicOnly } from './guard.tsx';
import { NotFound } from './not-found.tsx';
import { paths } from './paths.ts';
import { Root } from './root.tsx';

/** A screen in a chunk of its own, fetched when it is first shown. */
function screen(load: () => Promise<ComponentType>) {
  const Screen = lazy(async () => ({ default: await load() }));
  return <Screen />;
}

// A new screen: one line here, and its path into `builtPaths`.
const publicRoutes: RouteObject[] = [
  { path: paths.welcome, element: screen(async () => (await import('../screens/auth/welcome.tsx')).Welcome) },
  { path: paths.login, element: screen(async () => (await import('../screens/auth/login.tsx')).Login) },
  { path: paths.register, element: screen(async () => (await import('../screens/auth/register.tsx')).Register) },
];

const Home = screen(async () => (await import('../screens/home/home.tsx')).Home);
const SalesList = screen(async () => (await import('../screens/sales/sales-list.tsx')).SalesList);

const signedInRoutes: RouteObject[] = [
  { path: paths.root, element: Home },
  { path: paths.dashboard, element: Home },
  { path: paths.sales, element: SalesList },
  { path: paths.receipts, element: SalesList },
  { path: paths.newSale, element: screen(async () => (await import('../screens/sales/new-sale.tsx')).NewSale) },
  { path: paths.sale, element: screen(async () => (await import('../screens/sales/sale-detail.tsx')).SaleDetail) },
  { path: paths.items, element: screen(async () => (await import('../screens/items/items-list.tsx')).ItemsList) },
  { path: paths.newItem, element: screen(async () => (await import('../screens/items/new-item.tsx')).NewItem) },
  { path: paths.item, element: screen(async () => (await import('../screens/items/item-detail.tsx')).ItemDetail) },
  { path: paths.sync, element: screen(async () => (await import('../screens/sync/sync-status.tsx')).SyncStatus) },
  { path: paths.devices, element: screen(async () => (await import('../screens/settings/devices.tsx')).Devices) },
  { path: paths.profile, element: screen(async () => (await import('../screens/settings/settings.tsx')).Settings) },
];

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    children: [
      { element: <PublicOnly />, children: publicRoutes },
      { element: <Guard />, children: [...signedInRoutes, { path: '*', element: <NotFound /> }] },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
