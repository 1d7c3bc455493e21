import * as v from 'valibot';
import { emailSchema } from './email.ts';
import { inputObject } from './input-object.ts';
import { newPinSchema } from './new-pin.ts';
import { phoneSchemaFor } from './phone.ts';
import { usernameSchema } from './user.ts';
import { USER_ROLES } from './user-role.ts';

/** What an admin sends to add a user (R-USER-15 to R-USER-22). Who forgets the role adds staff (C-008). */
export const newUserSchema = inputObject({
  username: usernameSchema,
  email: emailSchema,
  phone: phoneSchemaFor('register'),
  pin: newPinSchema,
  role: v.optional(v.picklist(USER_ROLES, 'Role must be admin or staff'), 'staff'),
});

export type NewUserInput = v.InferOutput<typeof newUserSchema>;

/** What of a user may be changed afterwards (G39); what is not sent stays. */
export const userChangeSchema = v.object({
  username: v.optional(usernameSchema),
  email: v.optional(emailSchema),
  phone: v.optional(phoneSchemaFor('register')),
  role: v.optional(v.picklist(USER_ROLES, 'Role must be admin or staff')),
});

export type UserChange = v.InferOutput<typeof userChangeSchema>;
