import type { UserRole } from './user.ts';

const ADMINS = ['admin'] as const;

/** Screens that only some roles may open (C-016). All roles may open the others. */
const SCREEN_ROLES: Readonly<Record<string, readonly UserRole[]>> = {
  '/user-management': ADMINS,
  '/settings/devices': ADMINS,
  '/register/business': ADMINS,
};

export const NO_SCREEN_PERMISSION = "You don't have permission to view this page";

/** True if a user of this role may open the screen at this path. The router ignores case, and slashes at the end. */
export const mayOpen = (role: UserRole, path: string): boolean =>
  SCREEN_ROLES[path.toLowerCase().replace(/\/+$/, '')]?.includes(role) ?? true;
