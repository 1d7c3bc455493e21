import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { SaleStatus } from '../../../domain/sales/sale.ts';

/** The payment of an unsaved form. */
export interface TypedPayment {
  /** Null for the shop's default. */
  paymentMethodId: number | null;
  transactionId: string;
  isPayLater: boolean;
}

/** The error of a method that another device has removed since it was chosen. */
export const METHOD_REMOVED = 'This payment method was removed. Choose another';

export interface DraftPayment {
  /** The methods to choose from, the shop's default first; empty when this device knows none (C-052). */
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
  /** True if the chosen method was archived or removed meanwhile: another one must be chosen (M29). */
  isMethodRemoved: boolean;
  /** True if the method may have a transaction ID: all but cash (R-SNEW-19, R-SNEW-20). */
  hasTransactionId: boolean;
  /** 'pending' with 'Credit' or 'Pay later' (C-048). */
  status: Exclude<SaleStatus, 'cancelled'>;
  isCredit: boolean;
  /** True if it is paid in cash, so that change may be due (G65). */
  takesCash: boolean;
}

/**
 * Returns how the draft is paid: the chosen method, else the shop's default, else Cash (R-SNEW-17, C-051, C-052). A method
 * that became an alias is the one that it stands for (M28).
 */
export function paymentOf(
  draft: Pick<TypedPayment, 'paymentMethodId' | 'isPayLater'>,
  methods: readonly PaymentMethod[],
  defaultId: number | null,
): DraftPayment {
  const choosable = choosablePaymentMethods(methods, defaultId);
  const byId = (id: number | null) => choosable.find((method) => method.id === id);
  const typedId = draft.paymentMethodId;
  const typed = byId(methods.find(({ id }) => id === typedId)?.aliasOfId ?? typedId);
  if (typedId !== null && typed === undefined && choosable.length > 0)
    return {
      ...{ methods: choosable, chosen: null, isMethodRemoved: true, hasTransactionId: true },
      ...{ status: draft.isPayLater ? 'pending' : 'completed', isCredit: false, takesCash: false },
    };
  const chosen = typed ?? byId(defaultId) ?? choosable.find((method) => isCash(method.name)) ?? choosable[0] ?? null;
  const methodName = chosen?.name ?? null;
  const onCredit = isCredit(methodName);
  const status = draft.isPayLater || onCredit ? 'pending' : 'completed';
  return {
    methods: choosable,
    chosen,
    isMethodRemoved: false,
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
