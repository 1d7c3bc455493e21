import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';
import { type Chunk, chunk, screenOf } from '../ui/chunk.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Guard, OpenToAll, Permitted, PublicOnly, signedInFrame } from './guard.tsx';
import { NotFound } from './not-found.tsx';
import { paths } from '../parts/paths.ts';
import { Root } from './root.tsx';

/** Returns a route's screen as its own chunk, loaded when it is first shown, or before by `fetchAhead`. */
function screen(load: () => Promise<ComponentType>): { element: ReactNode; handle: Chunk } {
  const part = chunk(load);
  const Screen = screenOf(part);
  return { element: <Screen />, handle: part };
}

/** Returns the routes of a list and of its rows' details, which are side by side on a wide screen. */
function listAndDetail(
  loadList: () => Promise<ComponentType>,
  [ownPath, ...otherPaths]: [string, ...string[]],
  detail: RouteObject,
): RouteObject {
  const list = chunk(loadList);
  const listPaths = [ownPath, ...otherPaths] as const;
  const List = screenOf(list);
  return {
    ...screen(async () => (await import('./list-and-detail.tsx')).listAndDetail(List, listPaths)),
    children: [...listPaths.map((path) => ({ path, element: null, handle: list })), detail],
  };
}

// For a new screen add one line here, its path to `paths`, and its address to those that server and worker know
// (domain/app-path.ts).
const publicRoutes: RouteObject[] = [
  { path: paths.welcome, ...screen(async () => (await import('../screens/auth/welcome.tsx')).Welcome) },
  { path: paths.login, ...screen(async () => (await import('../screens/auth/login.tsx')).Login) },
  { path: paths.forgotPin, ...screen(async () => (await import('../screens/auth/forgot-pin.tsx')).ForgotPin) },
  { path: paths.register, ...screen(async () => (await import('../screens/auth/register.tsx')).Register) },
];

const About = screen(async () => (await import('../screens/about/about.tsx')).About);

const openRoutes: RouteObject[] = [
  {
    path: paths.registerBusiness,
    ...screen(async () => (await import('../screens/business/edit-business.tsx')).EditBusiness),
  },
  { path: paths.help, ...About },
  { path: paths.privacy, ...About },
  { path: paths.terms, ...About },
  { path: paths.rate, ...screen(async () => (await import('../screens/about/rate.tsx')).Rate) },
];

const Home = screen(async () => (await import('../screens/home/home.tsx')).Home);

const signedInRoutes: RouteObject[] = [
  { path: paths.root, ...Home },
  { path: paths.dashboard, ...Home },
  listAndDetail(
    async () => (await import('../screens/sales/sales-list.tsx')).SalesList,
    [paths.sales, paths.receipts],
    {
      path: paths.sale,
      ...screen(async () => (await import('../screens/sales/sale-detail.tsx')).SaleDetail),
    },
  ),
  // The counter and the form share one unfinished sale, so a parent route holds it.
  {
    ...screen(async () => (await import('../screens/selling/selling.tsx')).Selling),
    children: [
      { path: paths.newSale, ...screen(async () => (await import('../screens/selling/new-sale.tsx')).NewSale) },
      { path: paths.counter, ...screen(async () => (await import('../screens/selling/counter.tsx')).Counter) },
    ],
  },
  listAndDetail(async () => (await import('../screens/orders/orders-list.tsx')).OrdersList, [paths.orders], {
    path: paths.order,
    ...screen(async () => (await import('../screens/orders/order-detail.tsx')).OrderDetail),
  }),
  listAndDetail(async () => (await import('../screens/items/items-list.tsx')).ItemsList, [paths.items], {
    path: paths.item,
    ...screen(async () => (await import('../screens/items/item-detail.tsx')).ItemDetail),
  }),
  { path: paths.labels, ...screen(async () => (await import('../screens/labels/labels.tsx')).Labels) },
  { path: paths.newItem, ...screen(async () => (await import('../screens/items/new-item.tsx')).NewItem) },
  {
    path: paths.newItemAdvanced,
    ...screen(async () => (await import('../screens/items/advanced-item.tsx')).AdvancedItem),
  },
  { path: paths.products, ...screen(async () => (await import('../screens/items/products.tsx')).Products) },
  { path: paths.itemEdit, ...screen(async () => (await import('../screens/items/edit-item.tsx')).EditItem) },
  { path: paths.addStock, ...screen(async () => (await import('../screens/items/add-stock.tsx')).AddStock) },
  listAndDetail(
    async () => (await import('../screens/suppliers/suppliers-list.tsx')).SuppliersList,
    [paths.suppliers],
    {
      path: paths.supplier,
      ...screen(async () => (await import('../screens/suppliers/supplier-detail.tsx')).SupplierDetail),
    },
  ),
  {
    path: paths.newSupplier,
    ...screen(async () => (await import('../screens/suppliers/new-supplier.tsx')).NewSupplier),
  },
  listAndDetail(
    async () => (await import('../screens/customers/customers-list.tsx')).CustomersList,
    [paths.customers],
    {
      path: paths.customer,
      ...screen(async () => (await import('../screens/customers/customer-detail.tsx')).CustomerDetail),
    },
  ),
  {
    path: paths.newCustomer,
    ...screen(async () => (await import('../screens/customers/new-customer.tsx')).NewCustomer),
  },
  listAndDetail(
    async () => (await import('../screens/purchases/purchases-list.tsx')).PurchasesList,
    [paths.purchases],
    {
      path: paths.purchase,
      ...screen(async () => (await import('../screens/purchases/purchase-detail.tsx')).PurchaseDetail),
    },
  ),
  {
    path: paths.newPurchase,
    ...screen(async () => (await import('../screens/purchases/new-purchase.tsx')).NewPurchase),
  },
  {
    path: paths.paymentMethods,
    ...screen(async () => (await import('../screens/payment-methods/payment-methods.tsx')).PaymentMethods),
  },
  { path: paths.reports, ...screen(async () => (await import('../screens/reports/reports.tsx')).Reports) },
  { path: paths.sync, ...screen(async () => (await import('../screens/sync/sync-status.tsx')).SyncStatus) },
  { path: paths.data, ...screen(async () => (await import('../screens/exchange/exchange.tsx')).Exchange) },
  {
    path: paths.importItems,
    ...screen(async () => (await import('../screens/exchange/import-items.tsx')).ImportItems),
  },
  {
    path: paths.userManagement,
    ...screen(async () => (await import('../screens/users/user-management.tsx')).UserManagement),
  },
  {
    path: paths.businessInfo,
    ...screen(async () => (await import('../screens/business/business-info.tsx')).BusinessInfo),
  },
  { path: paths.security, ...screen(async () => (await import('../screens/security/security.tsx')).Security) },
  { path: paths.devices, ...screen(async () => (await import('../screens/settings/devices.tsx')).Devices) },
  {
    path: paths.printer,
    ...screen(async () => (await import('../screens/settings/receipt-printer.tsx')).ReceiptPrinter),
  },
  { path: paths.profile, ...screen(async () => (await import('../screens/settings/settings.tsx')).Settings) },
];

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    children: [
      { element: <PublicOnly />, children: publicRoutes },
      { element: <OpenToAll />, children: [{ element: <Permitted />, children: openRoutes }] },
      {
        element: <Guard />,
        children: [
          { element: <Permitted />, children: signedInRoutes },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];

/**
 * Starts to load the screen of this address while the device still finds out who is signed in. So a cold launch waits
 * for the slower of the two, not for both in turn.
 */
export function fetchAhead(pathname: string, isSignedIn: boolean): void {
  const wanted = matchRoutes([...openRoutes, ...(isSignedIn ? signedInRoutes : publicRoutes)], pathname) ?? [];
  fetchScreens(wanted.map(({ route }) => route));
  if (isSignedIn) signedInFrame.fetch().catch(() => undefined);
}

function fetchScreens(matched: readonly Pick<RouteObject, 'handle'>[]): void {
  for (const { handle } of matched)
    // The cast is safe: a route's handle is its chunk, or absent. A failed chunk is loaded again when it is shown, and the
    // error is reported then.
    (handle as Chunk | undefined)?.fetch().catch(() => undefined);
}

export function createRouter() {
  const router = createBrowserRouter(routes);
  // The screens of nested routes are loaded side by side: else the inner one would wait for the outer one's data.
  router.subscribe(({ matches }) => fetchScreens(matches.map(({ route }) => route)));
  return router;
}
