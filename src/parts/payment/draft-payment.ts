import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { SaleStatus } from '../../../domain/sales/sale.ts';

/** The payment of an unsaved form. */
export interface TypedPayment {
  /** Null for the shop's default. */
  paymentMethodId: number | null;
  transactionId: string;
  isPayLater: boolean;
}

export interface DraftPayment {
  /** The methods to choose from, the shop's default first; empty when this device knows none (C-052). */
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
  /** True if the method may have a transaction ID: all but cash (R-SNEW-19, R-SNEW-20). */
  hasTransactionId: boolean;
  /** 'pending' with 'Credit' or 'Pay later' (C-048). */
  status: Exclude<SaleStatus, 'cancelled'>;
  isCredit: boolean;
  /** True if it is paid in cash, so that change may be due (G65). */
  takesCash: boolean;
}

/** Returns how the draft is paid: the chosen method, else the shop's default, else Cash (R-SNEW-17, C-051, C-052). */
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

/** Returns the typed transaction ID and its method. */
export const typedTransactionOf = (
  transactionId: string,
  { chosen, hasTransactionId }: Pick<DraftPayment, 'chosen' | 'hasTransactionId'>,
) => ({ transactionId, methodName: hasTransactionId ? (chosen?.name ?? null) : null });
