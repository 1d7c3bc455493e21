import type { OrderStatus } from '../../domain/sales/order.ts';

/** Every address of the app: the router's patterns, and beside them the links that are made of them. */
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
/** The list of the orders of one status. */
export const ordersLink = (status: OrderStatus): string => `/orders?show=${status}`;
export const orderLink = (id: number): string => `/orders/${id}`;
export const customerLink = (id: number): string => `/customers/${id}`;
export const itemLink = (id: number): string => `/items/${id}`;
export const supplierLink = (id: number): string => `/suppliers/${id}`;
export const purchaseLink = (id: number): string => `/purchases/${id}`;
/** The form of a new item with its code filled in; the counter has the item when it is made. */
export const newItemLink = (code: string): string => `/items/new?code=${encodeURIComponent(code)}`;
/** The longer form of a new item, with the code that the shorter one was opened for. */
export const newItemAdvancedLink = (code: string | null): string =>
  code === null ? paths.newItemAdvanced : `${paths.newItemAdvanced}?code=${encodeURIComponent(code)}`;
/** The counter, with one of an item in the basket. */
export const counterLink = (itemId: number): string => `/counter?add=${itemId}`;
/** The counter, with its parked sales open. */
export const parkedLink = '/counter?parked';
/** The labels of an item, of what a purchase brought, or of all that a search finds. */
export const labelsLink = (of: { item: number } | { purchase: number } | { search: string }): string =>
  `/items/labels?${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)])).toString()}`;
export const itemEditLink = (id: number): string => `/items/${id}/edit`;

/** The id in an address; null when it is not a number that could be one (R-SDET-07, R-IDET-01). */
export function rowIdOf(param: string | undefined): number | null {
  const id = param !== undefined && /^\d{1,16}$/.test(param) ? Number(param) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The lists that the header's search searches (C-034). */
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
