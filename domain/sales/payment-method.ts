import * as v from 'valibot';
import { idSchema } from '../id.ts';

/** The four icons a method can bear, by their stored key (R-PAY-03). */
export const PAYMENT_METHOD_ICONS = ['CreditCard', 'Banknote', 'Phone', 'Building'] as const;
export type PaymentMethodIcon = (typeof PAYMENT_METHOD_ICONS)[number];

/**
 * A way to pay. Which one is the default is a field of the business (`defaultPaymentMethodId`), so that
 * there is exactly one by construction (R-PAY-13, M30).
 */
export interface PaymentMethod {
  id: number;
  version: number;
  name: string;
  icon: PaymentMethodIcon;
  isReadonly: boolean;
  isArchived: boolean;
  /** Set when another method has the same name: this one is an alias of it (M28). Lists leave aliases out. */
  aliasOfId: number | null;
  /** null for the methods that a new business is seeded with (C-133). */
  createdByUserId: number | null;
  createdAtMs: number;
  /** The time by the device's clock, kept where it is impossible (SYN-23). */
  deviceAtMs?: number;
  /** When somebody last archived it, brought it back or made it the default; absent while nobody has. */
  updatedAtMs?: number;
}

export const PAYMENT_METHOD_NAME_CHARS_MAX = 60;

/** Source: R-PAY-15. */
export const newPaymentMethodSchema = v.object({
  id: idSchema,
  name: v.pipe(
    v.string('Please enter a name for the payment method'),
    v.trim(),
    v.minLength(1, 'Please enter a name for the payment method'),
    v.maxLength(PAYMENT_METHOD_NAME_CHARS_MAX, `Use at most ${PAYMENT_METHOD_NAME_CHARS_MAX} characters`),
  ),
  icon: v.optional(v.picklist(PAYMENT_METHOD_ICONS), 'CreditCard'),
});

/** R-PAY-16. */
export const METHOD_NAME_TAKEN = 'A payment method with this name already exists';

/** R-PAY-17. */
export const METHOD_READONLY = 'This payment method cannot be removed';

/** R-PAY-18; a method that is used can be archived instead (C-054). */
export const METHOD_IN_USE =
  'Cannot delete payment method that is used in sales. Please remove all sales using this payment method first.';

/** The one key by which two method names are the same: case and outer blanks do not count (R-PAY-16). */
export const paymentMethodNameKey = (name: string): string => name.trim().toLowerCase();

const CASH_KEY = 'cash';
const CREDIT_KEY = 'credit';

/** No method at all is displayed and counted as Cash (C-052). */
export const isCash = (methodName: string | null): boolean =>
  methodName === null || paymentMethodNameKey(methodName) === CASH_KEY;

/** A sale by 'Credit' is not yet paid (C-048). */
export const isCredit = (methodName: string | null): boolean =>
  methodName !== null && paymentMethodNameKey(methodName) === CREDIT_KEY;

/** The methods a person can choose: no alias, nothing archived, by name; the default one first. */
export function choosablePaymentMethods(methods: readonly PaymentMethod[], defaultId: number | null): PaymentMethod[] {
  const rank = (method: PaymentMethod) => (method.id === defaultId ? 0 : 1);
  return methods
    .filter((method) => method.aliasOfId === null && !method.isArchived)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
