import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import {
  choosablePaymentMethods,
  type PaymentMethod,
  paymentMethodNameKey,
} from '../../../domain/sales/payment-method.ts';
import { noSuchReference } from '../calls/no-such-row.ts';

/** Finds the payment method by id, else by name. An unknown name is stored as a name without an id (C-052). */
export async function methodOf(
  input: { paymentMethodId: number | null; paymentMethod: string | null },
  rows: MutationTx,
): Promise<{ paymentMethodId: number | null; paymentMethodName: string | null }> {
  const method = await knownMethod(input, rows);
  return { paymentMethodId: method?.id ?? null, paymentMethodName: method?.name ?? input.paymentMethod };
}

async function knownMethod(
  input: { paymentMethodId: number | null; paymentMethod: string | null },
  rows: MutationTx,
): Promise<PaymentMethod | null> {
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
