import * as v from 'valibot';
import { COUNT_MAX } from '../text/whole-number.ts';
import { addressSchema, businessNameSchema, timeZoneSchema } from '../business.ts';
import { businessCategoryById } from '../business-category.ts';
import { countrySchema } from '../country.ts';
import { currencySchema } from '../currency.ts';
import { emailSchema } from '../text/email.ts';
import { inputObject } from '../input-object.ts';
import { newPinSchema } from './new-pin.ts';
import { phoneSchemaFor } from '../text/phone.ts';
import { PINS_DIFFER } from './pin.ts';
import { firstNameSchema, lastNameSchema, usernameOf, usernameSchema } from './user.ts';

const NO_CATEGORY = 'Please select a business category';

const registrationFields = {
  businessName: businessNameSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
  address: addressSchema,
  country: countrySchema,
  currency: currencySchema,
  phone: phoneSchemaFor('register'),
  pin: newPinSchema,
  businessCategoryId: v.pipe(
    v.number(NO_CATEGORY),
    v.safeInteger(NO_CATEGORY),
    v.minValue(1, NO_CATEGORY),
    v.maxValue(COUNT_MAX, NO_CATEGORY),
    v.check((id) => businessCategoryById(id) !== undefined, NO_CATEGORY),
  ),
  /** The registering device's zone, which becomes the shop's (C-140). */
  timeZone: v.optional(timeZoneSchema),
};

/** Request: register a business and its owner (R-REG-13 to R-REG-27). Any role or owner flag is dropped (C-012). */
export const registrationSchema = inputObject({ ...registrationFields, username: usernameSchema });

export type RegistrationInput = v.InferOutput<typeof registrationSchema>;

/** The registration form: no username (C-002), and the PIN twice (R-REG-28, C-003). */
export const registrationFormSchema = v.pipe(
  inputObject({ ...registrationFields, confirmPin: v.string(PINS_DIFFER) }),
  v.forward(
    v.partialCheck([['pin'], ['confirmPin']], ({ pin, confirmPin }) => pin === confirmPin, PINS_DIFFER),
    ['confirmPin'],
  ),
);

export type RegistrationForm = v.InferOutput<typeof registrationFormSchema>;

/** Returns the request for a form: adds the username (R-REG-17, C-002), removes the repeated PIN (C-003). */
export function registrationOfForm(form: RegistrationForm): RegistrationInput {
  const { confirmPin: _, ...fields } = form;
  return { ...fields, username: usernameOf(fields) };
}
