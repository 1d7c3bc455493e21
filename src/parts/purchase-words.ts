import type { PurchasePaymentKey, PurchasePaymentStatus, PurchaseStatus } from '../../domain/items/purchase.ts';
import type { Shop } from '../state/shop.ts';
import type { StatusTone } from '../ui/status-badge.tsx';

/** Labels of the stored values (C-121, R-PUR-24 to R-PUR-27). */
export const PURCHASE_STATUS_WORDS: Record<PurchaseStatus, string> = {
  completed: 'Completed',
  pending: 'Pending',
  cancelled: 'Cancelled',
};

export const PURCHASE_PAYMENT_WORDS: Record<PurchasePaymentStatus, string> = {
  paid: 'Paid',
  pending: 'Pending',
  partial: 'Partial',
};

export const PURCHASE_METHOD_WORDS: Record<PurchasePaymentKey, string> = {
  cash: 'Cash',
  mobileMoney: 'Mobile Money',
  bankTransfer: 'Bank Transfer',
  credit: 'Credit',
  other: 'Other',
};

export const PURCHASE_STATUS_TONES: Record<PurchaseStatus, StatusTone> = {
  completed: 'good',
  pending: 'waiting',
  cancelled: 'problem',
};

/** The currency of the screens of purchases if none is known (C-037). */
const PURCHASE_CURRENCY_FALLBACK = 'USD';

/** Returns the currency of the purchase (C-043), else the shop's. */
export const purchaseCurrency = (purchase: { currency: string } | null, shop: Pick<Shop, 'currency'>): string =>
  purchase?.currency || (shop.currency ?? PURCHASE_CURRENCY_FALLBACK);
