import type { Sale, SaleFlag } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, saleRefundDueMinor } from '../../domain/sales/sale-payment.ts';

/**
 * Returns status and flags as they follow from the money of a sale. Every mutation that changes the money must take
 * both from here. A flag about money ends when the money is settled (M7); why a refund is due can be read from the
 * payments themselves.
 */
export function statusAndFlagsOf(sale: Sale, found: readonly SaleFlag[]): Pick<Sale, 'status' | 'flags'> {
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
