import type { Hono } from 'hono';
import { PAID_SALES_MAX, unpaidSales } from '../../../domain/sales/customer-payment.ts';
import { customerTakePayment } from '../../../sync/mutation/customer-payment.ts';
import { readSalesOfCustomer } from '../../db/queries/look-up.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { customerPaymentAnswer } from '../answers/customer.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { customerPaymentOf } from '../inputs/customer-payment.ts';
import { salePaymentInputSchema } from '../inputs/sale-payment.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** Adds the call for a customer's payment for several sales (R-OWE-07). */
export function addCustomerPaymentRoute(routes: Hono<AppEnv>, database: AppDeps['database'], ports: PlainPorts): void {
  addMutationRoute(routes, ports, customerTakePayment, async (c) => {
    const customerId = rowId(c.req.param('id'));
    const input = await readJson(c, salePaymentInputSchema);
    const session = requireSession(c);
    const { currency, saleIds } = await readShop(database, session, async (sql) => {
      await requireRow(sql, session, 'customer', customerId);
      const shop = await requireRow(sql, session, 'business', session.businessId);
      const sales = await readSalesOfCustomer(sql, session.businessId, customerId);
      return { currency: shop.currency, saleIds: unpaidSales(sales, shop.currency).map(({ id }) => id) };
    });
    return {
      idCount: Math.min(saleIds.length, PAID_SALES_MAX),
      args: (rows, ids) => customerPaymentOf(input, { customerId, saleIds, currency }, rows, ids),
      data: async (rows, { parts }) =>
        customerPaymentAnswer(
          customerId,
          await Promise.all(
            parts.map(async ({ saleId, amountMinor }) => ({
              amountMinor,
              sale: await justWritten(rows, 'sale', saleId),
            })),
          ),
        ),
    };
  });
}
