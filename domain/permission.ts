import type { UserRole } from './user.ts';

const EVERYBODY = ['admin', 'staff'] as const;
const ADMINS = ['admin'] as const;

/**
 * Who may run each mutation (G7: payment methods, users and the business are an admin's; the rest is everybody's).
 * Server, screens and tests read this one table.
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
  'order.confirm': EVERYBODY,
  'order.cancel': EVERYBODY,
  'order.fulfill': EVERYBODY,
  'paymentMethod.create': ADMINS,
  'paymentMethod.setDefault': ADMINS,
  'paymentMethod.setArchived': ADMINS,
  'paymentMethod.remove': ADMINS,
  'business.edit': ADMINS,
  // Of what its row and fields are an admin's it is an admin's: the mutation itself looks.
  'conflict.settle': EVERYBODY,
  'feedback.send': EVERYBODY,
} as const satisfies Record<string, readonly UserRole[]>;

export type PermittedMutation = keyof typeof MUTATION_ROLES;

/** Whether a user of this role may run this mutation. */
export const mayRun = (role: UserRole, mutation: PermittedMutation): boolean =>
  (MUTATION_ROLES[mutation] as readonly UserRole[]).includes(role);

/**
 * Who may ask each call that is no mutation. 'anybody' needs no session; 'sender' is everybody with a session, also one
 * that may only bring its queue (SYN-25). A call that stands neither here nor in the registry of mutations is answered
 * to nobody.
 */
export const CALL_ROLES = {
  'GET /version': 'anybody',
  'POST /auth/register': 'anybody',
  'POST /auth/login': 'anybody',
  'POST /auth/logout': 'anybody',
  'POST /auth/forgot-pin': 'anybody',
  'POST /auth/reset-pin': 'anybody',
  'GET /auth/me': EVERYBODY,
  'PUT /auth/pin': EVERYBODY,
  'GET /business/categories': 'anybody',
  'GET /business/item-categories/{businessCategoryId}': EVERYBODY,
  'GET /business/item-category-schema/{itemCategoryId}': EVERYBODY,
  'PATCH /business/{id}/slug': ADMINS,
  'PATCH /business/{id}/currency': ADMINS,
  'GET /users': ADMINS,
  'POST /users': ADMINS,
  'PATCH /users/{id}': ADMINS,
  'DELETE /users/{id}': ADMINS,
  'POST /users/{id}/reactivate': ADMINS,
  'PUT /users/{id}/pin': ADMINS,
  'GET /users/{id}/sessions': ADMINS,
  'DELETE /users/{id}/sessions/{sessionId}': ADMINS,
  'GET /devices': ADMINS,
  'GET /events': EVERYBODY,
  'POST /sync/push': 'sender',
  'POST /sync/client': 'sender',
  'POST /sync/heal': 'sender',
  'POST /sync/leases': 'sender',
  'GET /sync/pull': EVERYBODY,
  'GET /sync/audit': EVERYBODY,
  'GET /items': EVERYBODY,
  'GET /items/search/{term}': EVERYBODY,
  'GET /items/{id}': EVERYBODY,
  'GET /items/{id}/details': EVERYBODY,
  'GET /items/{id}/stock': EVERYBODY,
  'GET /items/{id}/history': EVERYBODY,
  'PUT /items/{id}/images/{key}/file': EVERYBODY,
  'GET /products': EVERYBODY,
  'GET /customers': EVERYBODY,
  'GET /customers/{id}': EVERYBODY,
  'GET /suppliers': EVERYBODY,
  'GET /suppliers/search/{term}': EVERYBODY,
  'GET /suppliers/{id}': EVERYBODY,
  'GET /sales': EVERYBODY,
  'GET /sales/{id}': EVERYBODY,
  'GET /payment-methods': EVERYBODY,
  'GET /orders': EVERYBODY,
  'GET /orders/{id}': EVERYBODY,
  'GET /purchases': EVERYBODY,
  'GET /purchases/{id}': EVERYBODY,
  'GET /purchases/{id}/history': EVERYBODY,
  'GET /conflicts': EVERYBODY,
} as const satisfies Record<string, 'anybody' | 'sender' | readonly UserRole[]>;

export type PermittedCall = keyof typeof CALL_ROLES;
export type CallRoles = (typeof CALL_ROLES)[PermittedCall];

/** Who may ask a call, 'METHOD /path/{id}'; undefined for one that is not in the table. */
export const rolesOfCall = (call: string): CallRoles | undefined =>
  Object.hasOwn(CALL_ROLES, call) ? CALL_ROLES[call as PermittedCall] : undefined;

/** Whether a signed-in user of this role may ask it. */
export function mayCall(role: UserRole, call: PermittedCall): boolean {
  const roles: CallRoles = CALL_ROLES[call];
  return typeof roles === 'string' || (roles as readonly UserRole[]).includes(role);
}

/** Screens that not everybody may open (C-016); every other one is everybody's. Where its act is, is where its screen is. */
const SCREEN_CALLS = {
  '/user-management': 'GET /users',
  '/settings/devices': 'GET /devices',
} as const satisfies Record<string, PermittedCall>;
const SCREEN_MUTATIONS = { '/register/business': 'business.edit' } as const satisfies Record<string, PermittedMutation>;

export const NO_SCREEN_PERMISSION = "You don't have permission to view this page";

/** Whether a user of this role may open the screen at this address. */
export function mayOpen(role: UserRole, path: string): boolean {
  if (Object.hasOwn(SCREEN_CALLS, path)) return mayCall(role, SCREEN_CALLS[path as keyof typeof SCREEN_CALLS]);
  if (Object.hasOwn(SCREEN_MUTATIONS, path))
    return mayRun(role, SCREEN_MUTATIONS[path as keyof typeof SCREEN_MUTATIONS]);
  return true;
}

/** Fields of a row that only an admin may see, on any device, in any answer (C-097, SYN-13). */
export const ADMIN_ONLY_FIELDS = {
  item: ['costPriceMinor'],
  stockMovement: ['costPriceMinor'],
} as const satisfies Record<string, readonly string[]>;

/** Whether a role sees what an item cost. */
export const seesCost = (role: UserRole): boolean => role === 'admin';
