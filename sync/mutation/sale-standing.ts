import type { Sale, SaleFlag } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, saleRefundDueMinor } from '../../domain/sales/sale-payment.ts';

/**
 * Status and flags as they follow from the money: who takes or gives it changes both here and nowhere else. A flag over
 * money goes when it is settled (M7); what a refund is due for stands in the payments themselves.
 */
export function standingOf(sale: Sale, found: readonly SaleFlag[]): Pick<Sale, 'status' | 'flags'> {
  const isOwed = saleBalanceMinor(sale) > 0;
  const isOver: Partial<Record<SaleFlag, boolean>> = {
    overpaid: saleRefundDueMinor(sale) === 0,
    over_refunded: !isOwed,
    refund_due: true,
  };
  const paid = isOwed ? 'pending' : 'completed';
  return {
    status: sale.status === 'cancelled' ? 'cancelled' : paid,
    flags: [...new Set([...sale.flags, ...found])].filter((flag) => isOver[flag] !== true),
  };
}
