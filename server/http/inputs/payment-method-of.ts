import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import {
  choosablePaymentMethods,
  isCredit,
  type PaymentMethod,
  paymentMethodNameKey,
} from '../../../domain/sales/payment-method.ts';
import { noSuchReference } from '../calls/no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';

interface SaidMethod {
  paymentMethodId: number | null;
  paymentMethod: string | null;
}

interface NamedMethod {
  paymentMethodId: number | null;
  paymentMethodName: string | null;
}

/** The refusal of a payment by Credit, whose money has not come yet (C-048). */
export const NO_PAYMENT_BY_CREDIT = 'Nothing is paid by Credit. Choose another payment method';
/** The refusal of a refund by Credit. */
export const NO_REFUND_BY_CREDIT =
  'No money is given back by Credit. To keep it as credit of the customer, send the way kept';
const CREDIT_IS_UNPAID = 'A sale by Credit is not paid yet. Choose another payment method, or leave the status out';

/** Finds the payment method by id, else by name. An unknown name is stored as a name without an id (C-052). */
export async function methodOf(input: SaidMethod, rows: MutationTx): Promise<NamedMethod> {
  const method = await knownMethod(input, rows);
  return { paymentMethodId: method?.id ?? null, paymentMethodName: method?.name ?? input.paymentMethod };
}

/**
 * Finds the method of money that is taken or given back: any but Credit (C-048). Throws the refusal of Credit, at the
 * field that named it.
 * @param at the start of the field's path, such as 'payments.0.'
 */
export async function moneyMethodOf(
  input: SaidMethod,
  rows: MutationTx,
  { at = '', refusal }: { at?: string; refusal: string },
): Promise<NamedMethod> {
  const method = await methodOf(input, rows);
  if (!isCredit(method.paymentMethodName)) return method;
  const field = input.paymentMethodId === null ? 'paymentMethod' : 'paymentMethodId';
  throw invalidInput([{ path: `${at}${field}`, message: refusal }]);
}

/**
 * Returns the status of a new sale: by Credit it is paid later, so it is pending (C-048). Throws if the caller says
 * that it is completed.
 */
export function newSaleStatus(
  said: 'completed' | 'pending' | undefined,
  methodName: string | null,
): 'completed' | 'pending' {
  if (!isCredit(methodName)) return said ?? 'completed';
  if (said === 'completed') throw invalidInput([{ path: 'status', message: CREDIT_IS_UNPAID }]);
  return 'pending';
}

async function knownMethod(input: SaidMethod, rows: MutationTx): Promise<PaymentMethod | null> {
  const all = await rows.paymentMethods();
  if (input.paymentMethodId !== null) {
    const named = all.find((method) => method.id === input.paymentMethodId);
    if (!named) throw noSuchReference('paymentMethodId');
    return all.find((method) => method.id === named.aliasOfId) ?? named;
  }
  if (input.paymentMethod === null) return null;
  const key = paymentMethodNameKey(input.paymentMethod);
  return choosablePaymentMethods(all, null).find((method) => paymentMethodNameKey(method.name) === key) ?? null;
}
