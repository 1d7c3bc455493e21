import type { UserRole } from './user.ts';
import { USER_ROLES } from './user-role.ts';

const EVERYBODY = USER_ROLES;
const ADMINS = ['admin'] as const;

/**
 * The roles that may make each call that is no mutation. 'anybody': no session is needed. 'sender': any session, also
 * one that may only push (SYN-25). A call that is neither here nor in the registry of mutations is refused for all.
 */
export const CALL_ROLES = {
  'GET /version': 'anybody',
  'GET /openapi.json': 'anybody',
  'POST /auth/register': 'anybody',
  'POST /auth/login': 'anybody',
  'POST /auth/logout': 'anybody',
  'POST /auth/forgot-pin': 'anybody',
  'POST /auth/reset-pin': 'anybody',
  'GET /auth/me': EVERYBODY,
  'PUT /auth/pin': EVERYBODY,
  'POST /stores/{slug}/orders': 'anybody',
  'GET /business/categories': 'anybody',
  'GET /business/item-categories/{businessCategoryId}': EVERYBODY,
  'GET /business/item-category-schema/{itemCategoryId}': EVERYBODY,
  'POST /business/{id}/profile-image': ADMINS,
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
  'GET /security/events': ADMINS,
  'POST /auth/sign-out-elsewhere': EVERYBODY,
  'GET /events': EVERYBODY,
  'GET /push/key': EVERYBODY,
  'PUT /push/subscription': EVERYBODY,
  'POST /sync/push': 'sender',
  'POST /sync/acts': 'sender',
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

/** Returns the roles of a call 'METHOD /path/{id}'; undefined if the table lacks it. */
export const rolesOfCall = (call: string): CallRoles | undefined =>
  Object.hasOwn(CALL_ROLES, call) ? CALL_ROLES[call as PermittedCall] : undefined;

/** True if a signed-in user of this role may make the call. */
export function mayCall(role: UserRole, call: PermittedCall): boolean {
  const roles: CallRoles = CALL_ROLES[call];
  return typeof roles === 'string' || (roles as readonly UserRole[]).includes(role);
}
