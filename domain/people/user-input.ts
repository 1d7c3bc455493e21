import * as v from 'valibot';
import { emailSchema } from '../text/email.ts';
import { inputObject } from '../input-object.ts';
import { newPinSchema } from './new-pin.ts';
import { pinSchema } from './pin.ts';
import { phoneSchemaFor } from '../text/phone.ts';
import { usernameSchema } from './user.ts';
import { USER_ROLES } from './user-role.ts';

/** Request of an admin: add a user (R-USER-15 to R-USER-22). Without a role the user is staff (C-008). */
export const newUserSchema = inputObject({
  username: usernameSchema,
  email: emailSchema,
  phone: phoneSchemaFor('register'),
  pin: newPinSchema,
  role: v.optional(v.picklist(USER_ROLES, 'Role must be admin or staff'), 'staff'),
});

export type NewUserInput = v.InferOutput<typeof newUserSchema>;

/**
 * The fields of a user that may be changed later (G39); fields that are not sent stay as they are. `currentPin`: of the
 * caller, for a new phone of their own.
 */
export const userChangeSchema = v.object({
  username: v.optional(usernameSchema),
  email: v.optional(emailSchema),
  phone: v.optional(phoneSchemaFor('register')),
  role: v.optional(v.picklist(USER_ROLES, 'Role must be admin or staff')),
  currentPin: v.optional(pinSchema),
});

export type UserChange = v.InferOutput<typeof userChangeSchema>;

/** The message where a person changes their own phone without their PIN. */
export const OWN_PHONE_NEEDS_PIN = 'Type your current PIN to change your own phone';
