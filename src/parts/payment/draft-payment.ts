import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { SaleStatus } from '../../../domain/sales/sale.ts';

/** How something is paid, as a form holds it. */
export interface TypedPayment {
  /** null: whatever the shop's default is. */
  paymentMethodId: number | null;
  transactionId: string;
  isPayLater: boolean;
}

export interface DraftPayment {
  /** The methods to choose from, the shop's default first; empty when this device knows none (C-052). */
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
  /** R-SNEW-19, R-SNEW-20. */
  hasTransactionId: boolean;
  /** By 'Credit' or 'Pay later' (C-048). */
  status: Exclude<SaleStatus, 'cancelled'>;
  isCredit: boolean;
  /** Money changes hands over the counter, and change with it (G65). */
  takesCash: boolean;
}

/** How the draft is paid: the chosen method, else the shop's default, else Cash (R-SNEW-17, C-051, C-052). */
export function paymentOf(
  draft: Pick<TypedPayment, 'paymentMethodId' | 'isPayLater'>,
  methods: readonly PaymentMethod[],
  defaultId: number | null,
): DraftPayment {
  const choosable = choosablePaymentMethods(methods, defaultId);
  const byId = (id: number | null) => choosable.find((method) => method.id === id);
  const chosen =
    byId(draft.paymentMethodId) ??
    byId(defaultId) ??
    choosable.find((method) => isCash(method.name)) ??
    choosable[0] ??
    null;
  const methodName = chosen?.name ?? null;
  const onCredit = isCredit(methodName);
  const status = draft.isPayLater || onCredit ? 'pending' : 'completed';
  return {
    methods: choosable,
    chosen,
    hasTransactionId: !isCash(methodName),
    status,
    isCredit: onCredit,
    takesCash: isCash(methodName) && status === 'completed',
  };
}

/** The typed transaction ID, and its method. */
export const typedTransactionOf = (
  transactionId: string,
  { chosen, hasTransactionId }: Pick<DraftPayment, 'chosen' | 'hasTransactionId'>,
) => ({ transactionId, methodName: hasTransactionId ? (chosen?.name ?? null) : null });
