import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';
import { type Chunk, chunk, screenOf } from './chunk.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Guard, OpenToAll, Permitted, PublicOnly, signedInFrame } from './guard.tsx';
import { NotFound } from './not-found.tsx';
import { paths } from './paths.ts';
import { Root } from './root.tsx';

/** A screen in a chunk of its own, fetched when it is first shown, or before by `fetchAhead`. */
function screen(load: () => Promise<ComponentType>): { element: ReactNode; handle: Chunk } {
  const part = chunk(load);
  const Screen = screenOf(part);
  return { element: <Screen />, handle: part };
}

// A new screen: one line here, its path into `paths`, and into the addresses that server and worker know (domain/app-path.ts).
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
const SalesList = screen(async () => (await import('../screens/sales/sales-list.tsx')).SalesList);

const signedInRoutes: RouteObject[] = [
  { path: paths.root, ...Home },
  { path: paths.dashboard, ...Home },
  { path: paths.sales, ...SalesList },
  { path: paths.receipts, ...SalesList },
  { path: paths.newSale, ...screen(async () => (await import('../screens/sales/new-sale.tsx')).NewSale) },
  { path: paths.sale, ...screen(async () => (await import('../screens/sales/sale-detail.tsx')).SaleDetail) },
  { path: paths.orders, ...screen(async () => (await import('../screens/orders/orders-list.tsx')).OrdersList) },
  { path: paths.order, ...screen(async () => (await import('../screens/orders/order-detail.tsx')).OrderDetail) },
  { path: paths.items, ...screen(async () => (await import('../screens/items/items-list.tsx')).ItemsList) },
  { path: paths.newItem, ...screen(async () => (await import('../screens/items/new-item.tsx')).NewItem) },
  {
    path: paths.newItemAdvanced,
    ...screen(async () => (await import('../screens/items/advanced-item.tsx')).AdvancedItem),
  },
  { path: paths.products, ...screen(async () => (await import('../screens/items/products.tsx')).Products) },
  { path: paths.item, ...screen(async () => (await import('../screens/items/item-detail.tsx')).ItemDetail) },
  { path: paths.itemEdit, ...screen(async () => (await import('../screens/items/edit-item.tsx')).EditItem) },
  { path: paths.addStock, ...screen(async () => (await import('../screens/items/add-stock.tsx')).AddStock) },
  {
    path: paths.suppliers,
    ...screen(async () => (await import('../screens/suppliers/suppliers-list.tsx')).SuppliersList),
  },
  {
    path: paths.newSupplier,
    ...screen(async () => (await import('../screens/suppliers/new-supplier.tsx')).NewSupplier),
  },
  {
    path: paths.supplier,
    ...screen(async () => (await import('../screens/suppliers/supplier-detail.tsx')).SupplierDetail),
  },
  {
    path: paths.customers,
    ...screen(async () => (await import('../screens/customers/customers-list.tsx')).CustomersList),
  },
  {
    path: paths.newCustomer,
    ...screen(async () => (await import('../screens/customers/new-customer.tsx')).NewCustomer),
  },
  {
    path: paths.customer,
    ...screen(async () => (await import('../screens/customers/customer-detail.tsx')).CustomerDetail),
  },
  {
    path: paths.purchases,
    ...screen(async () => (await import('../screens/purchases/purchases-list.tsx')).PurchasesList),
  },
  {
    path: paths.newPurchase,
    ...screen(async () => (await import('../screens/purchases/new-purchase.tsx')).NewPurchase),
  },
  {
    path: paths.purchase,
    ...screen(async () => (await import('../screens/purchases/purchase-detail.tsx')).PurchaseDetail),
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
  { path: paths.devices, ...screen(async () => (await import('../screens/settings/devices.tsx')).Devices) },
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
 * Starts to fetch what stands at this address, while the device still finds out who is signed in: a cold launch waits
 * for the slower of the two, not for one after the other.
 */
export function fetchAhead(pathname: string, isSignedIn: boolean): void {
  const wanted: Chunk[] = (
    matchRoutes([...openRoutes, ...(isSignedIn ? signedInRoutes : publicRoutes)], pathname) ?? []
  ).flatMap(
    // Every route of these has its chunk there.
    ({ route }) => (route.handle as Chunk | undefined) ?? [],
  );
  // What fails here is fetched again when it is shown, and its failure is told there.
  for (const { fetch } of wanted) fetch().catch(() => undefined);
  if (isSignedIn) signedInFrame.fetch().catch(() => undefined);
}

export const createRouter = () => createBrowserRouter(routes);
