import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { Business } from '../../domain/business.ts';
import type { CashCount } from '../../domain/sales/cash-count.ts';
import type { Customer } from '../../domain/people/customer.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { Purchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import type { User } from '../../domain/people/user.ts';

/*
 * Rows of a small shop with every field set, so that a test names only the fields that it is about. Their version is 1,
 * as sent by the server.
 */

export const BUSINESS_ID = 7;
export const USER_ID = 70;
export const NOON_MS = Date.UTC(2026, 10, 21, 9);

const stamp = { createdByUserId: USER_ID, createdAtMs: NOON_MS, offsetMinutes: 180 };

export const businessRow = (fields: Partial<Business> = {}): Business => ({
  id: BUSINESS_ID,
  version: 1,
  name: 'Mama Asha',
  slug: 'mama-asha',
  profileImageUrl: null,
  email: 'asha@example.com',
  phone: '0700000000',
  address: 'Market Street 1',
  country: 'UG',
  currency: 'UGX',
  timeZone: 'Africa/Kampala',
  socialMediaX: null,
  socialMediaInstagram: null,
  socialMediaTiktok: null,
  businessCategoryId: 1,
  description: null,
  defaultPaymentMethodId: null,
  createdAtMs: NOON_MS,
  ...fields,
});

export const itemRow = (fields: Partial<Item> & { id: number }): Item => ({
  version: 1,
  name: `Item ${fields.id}`,
  description: null,
  type: 'product',
  priceMinor: 150_000,
  currency: 'UGX',
  currentStockHundredths: 1_000,
  trackStock: true,
  unitOfMeasure: 'pcs',
  itemCategoryId: null,
  category: null,
  subCategory: null,
  reorderLevelHundredths: null,
  advancedEnabled: false,
  sku: null,
  customFields: {},
  images: [],
  isActive: true,
  isKauntaEnabled: false,
  ...stamp,
  ...fields,
});

export const customerRow = (fields: Partial<Customer> & { id: number }): Customer => ({
  version: 1,
  name: `Customer ${fields.id}`,
  phone: null,
  address: null,
  notes: null,
  ...stamp,
  ...fields,
});

export const userRow = (fields: Partial<User> & { id: number }): User => ({
  version: 1,
  username: `user ${fields.id}`,
  firstName: 'Brian',
  lastName: 'Okello',
  phone: `07000000${fields.id}`,
  email: `user${fields.id}@example.com`,
  role: 'staff',
  isBusinessOwner: false,
  isActive: true,
  createdAtMs: NOON_MS,
  ...fields,
});

export const supplierRow = (fields: Partial<Supplier> & { id: number }): Supplier => ({
  version: 1,
  name: `Supplier ${fields.id}`,
  phone: null,
  email: null,
  address: null,
  notes: null,
  aliasOfId: null,
  ...stamp,
  ...fields,
});

export const purchaseRow = (fields: Partial<Purchase> & { id: number; supplierId: number }): Purchase => ({
  version: 1,
  supplierName: `Supplier ${fields.supplierId}`,
  invoiceNumber: null,
  invoiceDate: null,
  purchaseDateMs: NOON_MS,
  status: 'completed',
  paymentMethod: 'cash',
  paymentStatus: 'paid',
  amountPaidMinor: null,
  lines: [],
  totalMinor: 0,
  currency: 'UGX',
  notes: null,
  attachmentUrl: null,
  flags: [],
  history: [],
  ...stamp,
  ...fields,
});

export const paymentMethodRow = (fields: Partial<PaymentMethod> & { id: number }): PaymentMethod => ({
  version: 1,
  name: `Method ${fields.id}`,
  icon: 'CreditCard',
  isReadonly: false,
  isArchived: false,
  aliasOfId: null,
  createdByUserId: null,
  createdAtMs: NOON_MS,
  ...fields,
});

export const saleRow = (fields: Partial<Sale> & { id: number }): Sale => ({
  version: 1,
  saleNumber: `SALE-${NOON_MS + fields.id}`,
  status: 'completed',
  customerId: null,
  customerName: null,
  lines: [],
  totalMinor: 0,
  discountMinor: 0,
  taxMinor: 0,
  finalMinor: 0,
  currency: 'UGX',
  paymentMethodId: null,
  paymentMethodName: null,
  transactionId: null,
  notes: null,
  cancellations: [],
  flags: [],
  orderId: null,
  ...stamp,
  ...fields,
});

/** An addition of five to item 1. */
export const movementRow = (fields: Partial<StockMovement> & { id: number }): StockMovement => ({
  version: 1,
  itemId: 1,
  type: 'addition',
  quantityHundredths: 500,
  batchId: null,
  notes: null,
  ...stamp,
  ...fields,
});

export const cashCountRow = (fields: Partial<CashCount> & { id: number }): CashCount => ({
  version: 1,
  day: '2026-11-21',
  drawer: 'device',
  deviceName: 'Chrome on Android',
  openingMinor: 0,
  expectedMinor: 0,
  countedMinor: 0,
  currency: 'UGX',
  notes: null,
  ...stamp,
  ...fields,
});

export const orderRow = (fields: Partial<Order> & { id: number }): Order => ({
  version: 1,
  orderNumber: `ORDER-${fields.id}`,
  status: 'pending',
  customerId: null,
  customer: { name: 'Okello', phone: null, address: null },
  lines: [],
  totalMinor: 50_000,
  currency: 'UGX',
  notes: null,
  statusChanges: [],
  saleId: null,
  createdAtMs: NOON_MS,
  offsetMinutes: 180,
  ...fields,
});
