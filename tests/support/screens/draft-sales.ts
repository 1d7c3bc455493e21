import { paymentOf } from '../../../src/parts/payment/draft-payment.ts';
import { type DraftLine, EMPTY_DRAFT, type SaleDraft } from '../../../src/screens/selling/sale-draft.ts';
import { itemRow, paymentMethodRow } from '../shop-rows.ts';

/* What stands in a new-sale form, and the shop around it. */

export const SOAP = itemRow({
  ...{ id: 1, name: 'Soap', priceMinor: 150_000, unitOfMeasure: null },
  currentStockHundredths: 300,
});
export const SUGAR = itemRow({ id: 2, name: 'Sugar', priceMinor: 133_333, unitOfMeasure: 'Kilogram' });
export const ITEMS = new Map([SOAP, SUGAR].map((item) => [item.id, item]));

export const CASH = paymentMethodRow({ id: 21, name: 'Cash' });
export const MOBILE = paymentMethodRow({ id: 22, name: 'Mobile Money' });
export const CREDIT = paymentMethodRow({ id: 23, name: ' credit ' });
export const METHODS = [MOBILE, CREDIT, CASH];

export const line = (fields: Partial<DraftLine>): DraftLine => ({
  key: 1,
  itemId: 1,
  quantityText: '1',
  priceText: '',
  ...fields,
});
export const draftOf = (...lines: Partial<DraftLine>[]): SaleDraft => ({
  ...EMPTY_DRAFT,
  lines: lines.map((fields, index) => line({ key: index + 1, ...fields })),
});
export const paid = (draft: SaleDraft) => paymentOf(draft, METHODS, CASH.id);
/** The facts for the form's checks, with no other sale of the same transaction. */
export const factsOf = (draft: SaleDraft) => ({
  itemsById: ITEMS,
  payment: paid(draft),
  currency: 'UGX',
  duplicateTransaction: null,
});
