import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { inputObject } from '../input-object.ts';
import { phoneSchemaFor } from '../text/phone.ts';
import { pinSchema } from './pin.ts';
import { USER_ROLES } from './user-role.ts';

export type UserRole = (typeof USER_ROLES)[number];

export const PERSON_NAME_CHARS_MAX = 50;
/** A first name, a space and a last name. */
export const USERNAME_CHARS_MAX = 2 * PERSON_NAME_CHARS_MAX + 1;

/** A user, as the shop's devices store it. It never has a PIN (R-LOGIN-13). */
export interface User {
  id: number;
  version: number;
  username: string;
  /** Empty for a user who was added by username only (C-004). */
  firstName: string;
  lastName: string;
  /** As typed; phones are compared by `normalisePhone` (C-005). */
  phone: string;
  email: string;
  role: UserRole;
  /** True for exactly one user of a business (R-GEN-04). */
  isBusinessOwner: boolean;
  /** An inactive user cannot sign in; the row stays, because sales keep their creator (C-014). */
  isActive: boolean;
  createdAtMs: number;
  /** The last change by an admin; absent if there was none. */
  updatedAtMs?: number;
}

/** A user row that the server sent. Checks only the shape. */
export const userSchema: v.GenericSchema<User> = v.object({
  id: idSchema,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  phone: v.string(),
  email: v.string(),
  role: v.picklist(USER_ROLES),
  isBusinessOwner: v.boolean(),
  isActive: v.boolean(),
  createdAtMs: v.pipe(v.number(), v.safeInteger()),
  updatedAtMs: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
});

/** A first name (R-REG-14). */
export const firstNameSchema = textOf('First name', PERSON_NAME_CHARS_MAX);

/** A last name (R-REG-15). */
export const lastNameSchema = textOf('Last name', PERSON_NAME_CHARS_MAX);

/** A username, at registration and when an admin adds a user (R-REG-16). */
export const usernameSchema = textOf('Username', USERNAME_CHARS_MAX);

/** Request: sign in (R-LOGIN-08 to R-LOGIN-10). */
export const loginSchema = inputObject({ phone: phoneSchemaFor('login'), pin: pinSchema });

export type LoginInput = v.InferOutput<typeof loginSchema>;

/** Returns the name shown for a user (C-004): first and last name if present, else username, else email, else phone. */
export function displayName(user: Pick<User, 'username' | 'firstName' | 'lastName' | 'phone' | 'email'>): string {
  return usernameOf(user) || user.username.trim() || user.email || user.phone;
}

/** Returns the username of a registrant, made of first and last name (R-REG-17, C-002). */
export function usernameOf(person: Pick<User, 'firstName' | 'lastName'>): string {
  return `${person.firstName.trim()} ${person.lastName.trim()}`.trim();
}

function textOf(label: string, charsMax: number) {
  const tooShort = `${label} must be at least 2 characters`;
  return v.pipe(
    v.string(tooShort),
    v.trim(),
    v.minLength(2, tooShort),
    v.maxLength(charsMax, `${label} must be ${charsMax} characters or less`),
  );
}
