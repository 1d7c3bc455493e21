import type { Hono } from 'hono';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import { saleTakePayment } from '../../../sync/mutation/sale-payment.ts';
import { salePrintReceipt } from '../../../sync/mutation/sale-receipt.ts';
import { saleSettleRefund } from '../../../sync/mutation/sale-refund.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { saleDetailsAnswer } from '../answers/sale.ts';
import type { AppEnv } from '../context.ts';
import { salePaymentInputSchema, salePaymentOf } from '../inputs/sale-payment.ts';
import { saleRefundInputSchema, saleRefundOf } from '../inputs/sale-refund.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { readJson } from '../request/read-json.ts';

/** Adds the calls for payments, refunds and receipts of a sale (G22, G44, M6, M7). */
export function addSaleMoneyRoutes(routes: Hono<AppEnv>, ports: PlainPorts): void {
  addMutationRoute(routes, ports, saleTakePayment, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, salePaymentInputSchema);
    return {
      idCount: 1,
      args: (rows, [paymentId = 0]) => salePaymentOf(input, id, rows, paymentId),
      data: (rows, _args, { caller }) => detailsOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, saleSettleRefund, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, saleRefundInputSchema);
    return {
      idCount: 1,
      args: (rows, [refundId = 0]) => saleRefundOf(input, id, rows, refundId),
      data: (rows, _args, { caller }) => detailsOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, salePrintReceipt, async (c) => {
    const id = rowId(c.req.param('id'));
    return {
      idCount: 0,
      async args(rows) {
        const sale = await rows.get('sale', id);
        if (!sale) throw noSuchRow();
        return { saleId: id, orderId: sale.orderId };
      },
      data: (rows, _args, { caller }) => detailsOf(rows, id, caller.businessId),
    };
  });
}

export async function detailsOf(rows: MutationTx, id: number, businessId: number): Promise<object> {
  const sale = await justWritten(rows, 'sale', id);
  const business = await justWritten(rows, 'business', businessId);
  return saleDetailsAnswer(sale, business, await rows.get('user', sale.createdByUserId));
}
