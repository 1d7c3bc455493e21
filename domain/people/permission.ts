import type { UserRole } from './user.ts';

const EVERYBODY = ['admin', 'staff'] as const;
const ADMINS = ['admin'] as const;

/**
 * The roles that may run each mutation (G7: payment methods, users and the business only admins; the rest all roles).
 * Server, screens and tests read this one table. Other calls are in call-permission.ts and screens in
 * screen-permission.ts, so that the app's first download is small.
 */
const MUTATION_ROLES = {
  'item.create': EVERYBODY,
  'item.edit': EVERYBODY,
  'item.setStore': EVERYBODY,
  'item.setActive': EVERYBODY,
  'item.addImage': EVERYBODY,
  'item.removeImage': EVERYBODY,
  'item.orderImages': EVERYBODY,
  'customer.create': EVERYBODY,
  'customer.edit': EVERYBODY,
  'customer.remove': EVERYBODY,
  'customer.takePayment': EVERYBODY,
  'supplier.create': EVERYBODY,
  'supplier.edit': EVERYBODY,
  'supplier.remove': EVERYBODY,
  'stock.add': EVERYBODY,
  'stock.adjust': EVERYBODY,
  'stock.count': EVERYBODY,
  'stock.buy': EVERYBODY,
  'sale.create': EVERYBODY,
  'sale.cancel': EVERYBODY,
  'sale.takePayment': EVERYBODY,
  'sale.settleRefund': EVERYBODY,
  'sale.printReceipt': EVERYBODY,
  'purchase.create': EVERYBODY,
  'purchase.edit': EVERYBODY,
  'purchase.receive': EVERYBODY,
  'purchase.remove': EVERYBODY,
  'cash.count': EVERYBODY,
  'order.confirm': EVERYBODY,
  'order.cancel': EVERYBODY,
  'order.fulfill': EVERYBODY,
  'paymentMethod.create': ADMINS,
  'paymentMethod.setDefault': ADMINS,
  'paymentMethod.setArchived': ADMINS,
  'paymentMethod.remove': ADMINS,
  'business.edit': ADMINS,
  'business.setImage': ADMINS,
  // Conflicts over rows and fields that only admins edit are for admins; the mutation itself checks that.
  'conflict.settle': EVERYBODY,
  'feedback.send': EVERYBODY,
  'export.note': EVERYBODY,
} as const satisfies Record<string, readonly UserRole[]>;

export type PermittedMutation = keyof typeof MUTATION_ROLES;

/** True if a user of this role may run this mutation. */
export const mayRun = (role: UserRole, mutation: PermittedMutation): boolean =>
  (MUTATION_ROLES[mutation] as readonly UserRole[]).includes(role);

/** Fields of a row that only an admin may see, on devices and in responses (C-097, SYN-13). */
export const ADMIN_ONLY_FIELDS = {
  item: ['costPriceMinor'],
  stockMovement: ['costPriceMinor'],
} as const satisfies Record<string, readonly string[]>;

/** True if the role may see the cost of items. */
export const seesCost = (role: UserRole): boolean => role === 'admin';
