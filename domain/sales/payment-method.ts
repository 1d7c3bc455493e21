import * as v from 'valibot';
import { idSchema } from '../id.ts';

/** The stored keys of the four icons of payment methods (R-PAY-03). */
export const PAYMENT_METHOD_ICONS = ['CreditCard', 'Banknote', 'Phone', 'Building'] as const;
export type PaymentMethodIcon = (typeof PAYMENT_METHOD_ICONS)[number];

/**
 * A way to pay. The default method is a field of the business (`defaultPaymentMethodId`), so that there is never more
 * than one (R-PAY-13, M30).
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
  /** Null for the methods that every new business starts with (C-133). */
  createdByUserId: number | null;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  /** The last time it was archived, restored or made the default; absent if never. */
  updatedAtMs?: number;
}

export const PAYMENT_METHOD_NAME_CHARS_MAX = 60;

/** A new payment method. Source: R-PAY-15. */
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

/** The refusal of a name that another method has (R-PAY-16). */
export const METHOD_NAME_TAKEN = 'A payment method with this name already exists';

/** The refusal to remove a method that every shop has (R-PAY-17). */
export const METHOD_READONLY = 'This payment method cannot be removed';

/** The refusal to remove a used method (R-PAY-18). It can be archived instead (C-054). */
export const METHOD_IN_USE =
  'Cannot delete payment method that is used in sales. Please remove all sales using this payment method first.';

/** Returns a key that is equal for names which differ only in case and outer blanks (R-PAY-16). */
export const paymentMethodNameKey = (name: string): string => name.trim().toLowerCase();

const CASH_KEY = 'cash';
const CREDIT_KEY = 'credit';

/** True for Cash. No method is shown and counted as Cash too (C-052). */
export const isCash = (methodName: string | null): boolean =>
  methodName === null || paymentMethodNameKey(methodName) === CASH_KEY;

/** True for 'Credit': a sale by it is not paid yet (C-048). */
export const isCredit = (methodName: string | null): boolean =>
  methodName !== null && paymentMethodNameKey(methodName) === CREDIT_KEY;

/** Returns the methods to choose from, the default first, then by name. Leaves out aliases and archived methods. */
export function choosablePaymentMethods(methods: readonly PaymentMethod[], defaultId: number | null): PaymentMethod[] {
  const rank = (method: PaymentMethod) => (method.id === defaultId ? 0 : 1);
  return methods
    .filter((method) => method.aliasOfId === null && !method.isArchived)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
