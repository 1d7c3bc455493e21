import type { OrderStatus } from '../../domain/sales/order.ts';

/** All addresses of the app: the router's patterns, and functions that make links from them. */
export const paths = {
  root: '/',
  welcome: '/welcome',
  login: '/login',
  register: '/register',
  forgotPin: '/forgot-pin',
  registerBusiness: '/register/business',
  dashboard: '/dashboard',
  sales: '/sales',
  receipts: '/receipts',
  newSale: '/sales/new',
  counter: '/counter',
  sale: '/sales/:id',
  orders: '/orders',
  order: '/orders/:id',
  profile: '/profile',
  products: '/products',
  items: '/items',
  newItem: '/items/new',
  newItemAdvanced: '/items/new/advanced',
  item: '/items/:id',
  itemEdit: '/items/:id/edit',
  customers: '/customers',
  newCustomer: '/customers/new',
  customer: '/customers/:id',
  suppliers: '/suppliers',
  newSupplier: '/suppliers/new',
  supplier: '/suppliers/:id',
  purchases: '/purchases',
  newPurchase: '/purchases/new',
  purchase: '/purchases/:id',
  reports: '/reports',
  addStock: '/add-stock',
  paymentMethods: '/payment-methods',
  businessInfo: '/business-info',
  userManagement: '/user-management',
  sync: '/sync',
  devices: '/settings/devices',
  security: '/settings/security',
  printer: '/settings/printer',
  data: '/settings/data',
  importItems: '/items/import',
  labels: '/items/labels',
  help: '/help',
  privacy: '/privacy',
  terms: '/terms',
  rate: '/rate',
} as const;

export const saleLink = (id: number): string => `/sales/${id}`;
/** Returns the address of the list of orders of one status. */
export const ordersLink = (status: OrderStatus): string => `/orders?show=${status}`;
export const orderLink = (id: number): string => `/orders/${id}`;
export const customerLink = (id: number): string => `/customers/${id}`;
export const itemLink = (id: number): string => `/items/${id}`;
export const supplierLink = (id: number): string => `/suppliers/${id}`;
export const purchaseLink = (id: number): string => `/purchases/${id}`;
/** Returns the address of the new-item form with the code filled in. The saved item is then added at the counter. */
export const newItemLink = (code: string): string => `/items/new?code=${encodeURIComponent(code)}`;
/** Returns the address of the long new-item form, with the code of the short one. */
export const newItemAdvancedLink = (code: string | null): string =>
  code === null ? paths.newItemAdvanced : `${paths.newItemAdvanced}?code=${encodeURIComponent(code)}`;
/** Returns the address of the counter that adds one of an item to the basket. */
export const counterLink = (itemId: number): string => `/counter?add=${itemId}`;
/** The address of the counter with the parked sales open. */
export const parkedLink = '/counter?parked';
/** Returns the address of the labels of an item, of a purchase's items, or of all hits of a search. */
export const labelsLink = (of: { item: number } | { purchase: number } | { search: string }): string =>
  `/items/labels?${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)])).toString()}`;
export const itemEditLink = (id: number): string => `/items/${id}/edit`;

/** Reads the id in an address; null if it cannot be one (R-SDET-07, R-IDET-01). */
export function rowIdOf(param: string | undefined): number | null {
  const id = param !== undefined && /^\d{1,16}$/.test(param) ? Number(param) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Lists that have the header's search (C-034). */
export const searchedPaths: ReadonlySet<string> = new Set([
  paths.orders,
  paths.sales,
  paths.receipts,
  paths.items,
  paths.customers,
  paths.suppliers,
  paths.purchases,
  paths.products,
]);
