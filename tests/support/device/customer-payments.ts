import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { saleArgs } from '../mutation-args.ts';
import { openShop, type ORDERS_OF_ARRIVAL } from './arrivals.ts';
import { CUSTOMER, ITEM, type Phone, type Shop, syncBoth } from './two-phones.ts';

/* A payment of a customer for several sales, on two phones. */

const PRICE_MINOR = 150_000;
/** The price of one sale. */
export const TOTAL_MINOR = 2 * PRICE_MINOR;

/** Rings up a sale of two pieces that is paid later; returns its id. */
export async function sellOnCredit(phone: Phone): Promise<number> {
  const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
  const owed = { status: 'pending', customerId: CUSTOMER, customerName: 'Grace' } as const;
  const { id } = await phone.act('sale.create', (tools) => saleArgs(tools, [sugar], owed));
  return id;
}

/** Opens a shop of two phones that both know so many unpaid sales of Amina's. */
export async function openWithSales(arrival: (typeof ORDERS_OF_ARRIVAL)[number], count: number) {
  const shop = await openShop(arrival);
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await sellOnCredit(shop.amina));
  await syncBoth(shop.amina, shop.brian);
  return { shop, ids };
}

type Payment = MutationArgs<'customer.takePayment'>;

/** Builds a payment of these parts. */
export const paid = (parts: readonly [saleId: number, amountMinor: number][], fields: Partial<Payment> = {}) =>
  function build(tools: { mintId(): number }): Payment {
    return {
      customerId: CUSTOMER,
      parts: parts.map(([saleId, amountMinor]) => ({ id: tools.mintId(), saleId, orderId: null, amountMinor })),
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
      ...fields,
    };
  };

/** Returns what the server has as owed for these sales, in minor units. */
export const balancesOf = (shop: Shop, ids: readonly number[]) =>
  ids.map((id) => {
    const sale = shop.server('sale', id);
    return sale && saleBalanceMinor(sale);
  });
