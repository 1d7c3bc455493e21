import type { Business } from '../../../domain/business.ts';
import { receiptOf } from '../../../domain/sales/receipt.ts';
import type { Shop } from '../../state/shop.ts';
import { SALE_CURRENCY_FALLBACK } from '../sale/sale-words.ts';
import type { ShownSale } from './read-sale.ts';
import { type ReceiptContent, receiptContent } from './receipt-content.ts';

/** Returns the content of a sale's receipt. Until the shop's row is read, its name is that of the session. */
export function contentOf(
  { sale, customer, users, unitsByItem }: ShownSale,
  row: Business | null,
  { name, timeZone }: Pick<Shop, 'name' | 'timeZone'>,
  currency: string = sale.currency || SALE_CURRENCY_FALLBACK,
): ReceiptContent {
  const business = row ?? { name: name ?? '', address: '', phone: '', email: '' };
  const creator = users.get(sale.createdByUserId);
  const receipt = receiptOf(sale, { business, customer: customer ?? undefined, creator, currency, unitsByItem });
  return receiptContent(receipt, timeZone);
}
