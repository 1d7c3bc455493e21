import type * as v from 'valibot';
import type { Mutation } from './mutation.ts';
import { businessEdit, businessSetImage } from './business.ts';
import { cashCount } from './cash-count.ts';
import { conflictSettle } from './conflict.ts';
import { customerCreate, customerEdit, customerRemove } from './customer.ts';
import { customerTakePayment } from './customer-payment.ts';
import { feedbackSend } from './feedback.ts';
import { itemCreate, itemEdit, itemSetActive, itemSetStore } from './item.ts';
import { itemAddImage, itemOrderImages, itemRemoveImage } from './item-image.ts';
import { orderCancel, orderConfirm, orderFulfill } from './order.ts';
import {
  paymentMethodCreate,
  paymentMethodRemove,
  paymentMethodSetArchived,
  paymentMethodSetDefault,
} from './payment-method.ts';
import { purchaseCreate, purchaseEdit, purchaseReceive, purchaseRemove } from './purchase.ts';
import { saleCreate } from './sale.ts';
import { saleCancel } from './sale-cancel.ts';
import { saleTakePayment } from './sale-payment.ts';
import { salePrintReceipt } from './sale-receipt.ts';
import { saleSettleRefund } from './sale-refund.ts';
import { exportNote } from './shop-export.ts';
import { stockBuy } from './stock-buy.ts';
import { stockAdd, stockAdjust, stockCount } from './stock.ts';
import { supplierCreate, supplierEdit, supplierRemove } from './supplier.ts';

/** All mutations by name. */
export const MUTATIONS = {
  'item.create': itemCreate,
  'item.edit': itemEdit,
  'item.setStore': itemSetStore,
  'item.setActive': itemSetActive,
  'item.addImage': itemAddImage,
  'item.removeImage': itemRemoveImage,
  'item.orderImages': itemOrderImages,
  'customer.create': customerCreate,
  'customer.edit': customerEdit,
  'customer.remove': customerRemove,
  'customer.takePayment': customerTakePayment,
  'supplier.create': supplierCreate,
  'supplier.edit': supplierEdit,
  'supplier.remove': supplierRemove,
  'stock.add': stockAdd,
  'stock.adjust': stockAdjust,
  'stock.count': stockCount,
  'stock.buy': stockBuy,
  'sale.create': saleCreate,
  'sale.cancel': saleCancel,
  'sale.takePayment': saleTakePayment,
  'sale.settleRefund': saleSettleRefund,
  'sale.printReceipt': salePrintReceipt,
  'purchase.create': purchaseCreate,
  'purchase.edit': purchaseEdit,
  'purchase.receive': purchaseReceive,
  'purchase.remove': purchaseRemove,
  'cash.count': cashCount,
  'order.confirm': orderConfirm,
  'order.cancel': orderCancel,
  'order.fulfill': orderFulfill,
  'paymentMethod.create': paymentMethodCreate,
  'paymentMethod.setDefault': paymentMethodSetDefault,
  'paymentMethod.setArchived': paymentMethodSetArchived,
  'paymentMethod.remove': paymentMethodRemove,
  'business.edit': businessEdit,
  'business.setImage': businessSetImage,
  'conflict.settle': conflictSettle,
  'feedback.send': feedbackSend,
  'export.note': exportNote,
} as const;

export type MutationName = keyof typeof MUTATIONS;
/** The arguments as a caller passes them, before the schema adds defaults and cleans them. */
export type MutationInput<Name extends MutationName> = v.InferInput<(typeof MUTATIONS)[Name]['schema']>;
export type MutationArgs<Name extends MutationName> = v.InferOutput<(typeof MUTATIONS)[Name]['schema']>;
export type AnyMutation = Mutation<MutationName, unknown>;

/** Returns the definition that an outbox entry or a pushed mutation names; undefined if a newer build wrote it. */
export function mutationNamed(name: string): AnyMutation | undefined {
  if (!Object.hasOwn(MUTATIONS, name)) return undefined;
  // The cast is safe: the arguments are parsed with the mutation's own schema before `apply` gets them.
  return MUTATIONS[name as MutationName] as unknown as AnyMutation;
}
