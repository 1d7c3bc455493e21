import type { Phone } from '../fixtures/phone.ts';
import type { ShopOnServer } from '../fixtures/shop.ts';
import { shopRows } from '../fixtures/storage.ts';
import { readHundredths } from './amounts.ts';
import { type Figures, saleFigures } from './book.ts';
import type { Goods } from './plan.ts';

interface SaleAnswer {
  notes: string;
  saleNumber: string;
  status: string;
  finalAmount: string;
  balance: string;
  refundDue: string;
  flags: string[];
  payments: { amount: string; paymentMethod: string }[];
  refunds: { amount: string; paymentMethod: string; way: string }[];
}

/** Returns the figures of the server: stock, sales, money by method, debts of customers, and sales marked `recount`. */
export async function onServer(
  shop: ShopOnServer,
): Promise<{ stock: Figures; sales: Figures; money: Figures; owed: Figures; recounted: Set<string> }> {
  const items = (await shop.get('/items')) as { name: string; currentStock: string }[];
  const sales = (await shop.get('/sales')) as SaleAnswer[];
  const customers = (await shop.get('/customers')) as { id: number; name: string }[];
  const owed: Figures = {};
  for (const { id, name } of customers) {
    const { balance } = (await shop.get(`/customers/${id}`)) as { balance: string };
    owed[`${name} owes`] = readHundredths(balance);
  }
  return {
    stock: Object.fromEntries(items.map((item) => [`stock of ${item.name}`, readHundredths(item.currentStock)])),
    sales: eachOnce(sales, (sale) =>
      saleFigures(sale.notes, {
        number: sale.saleNumber,
        status: sale.status,
        totalMinor: readHundredths(sale.finalAmount),
        balanceMinor: readHundredths(sale.balance),
        refundDueMinor: readHundredths(sale.refundDue),
      }),
    ),
    money: moneyOf(sales),
    owed,
    recounted: new Set(sales.filter(({ flags }) => flags.includes('recount')).map(({ notes }) => notes)),
  };
}

/** Returns the figures of all sales, and a figure for each sale that exists twice. */
export function eachOnce<S extends { notes: string }>(sales: readonly S[], figuresOf: (sale: S) => Figures): Figures {
  const figures: Figures = {};
  for (const sale of sales)
    for (const [name, figure] of Object.entries(figuresOf(sale)))
      figures[name in figures ? `${name}, once more` : name] = figure;
  return figures;
}

function moneyOf(sales: readonly SaleAnswer[]): Figures {
  const figures: Record<string, number> = { 'to give back': 0 };
  const add = (name: string, minor: number) => {
    figures[name] = (figures[name] ?? 0) + minor;
  };
  for (const { payments, refunds, status, refundDue } of sales) {
    for (const what of status === 'cancelled' ? ['held'] : ['held', 'sold']) {
      for (const { amount, paymentMethod } of payments) add(`${what} by ${paymentMethod}`, readHundredths(amount));
      for (const { amount, paymentMethod, way } of refunds)
        if (way === 'refunded') add(`${what} by ${paymentMethod}`, -readHundredths(amount));
    }
    add('to give back', readHundredths(refundDue));
  }
  return figures;
}

interface DiskRows {
  item: { name: string; currentStockHundredths: number };
  sale: { notes: string; status: string; payments?: { amountMinor: number }[]; refunds?: { amountMinor: number }[] };
  outbox: object;
}

/** Returns the figures on the phone's disk, which show whether it has received everything. */
export async function onDisk({ page }: Phone, goods: readonly Goods[]): Promise<Figures> {
  const { item: items, sale: sales, outbox } = await shopRows<DiskRows>(page, ['item', 'sale', 'outbox']);
  const names = new Set(goods.map(({ name }) => name));
  return {
    ...Object.fromEntries(
      items
        .filter(({ name }) => names.has(name))
        .map((item) => [`stock of ${item.name}`, item.currentStockHundredths] as const),
    ),
    ...eachOnce(sales, ({ notes, status, payments, refunds }) =>
      diskFigures(notes, { status, paidMinor: sumOf(payments), givenBackMinor: sumOf(refunds) }),
    ),
    'changes that wait': outbox.length,
  };
}

const sumOf = (all: readonly { amountMinor: number }[] = []): number =>
  all.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export const diskFigures = (
  notes: string,
  told: { status: string; paidMinor: number; givenBackMinor: number },
): Figures => ({
  [`status of ${notes}`]: told.status,
  [`paid for ${notes}`]: told.paidMinor,
  [`given back for ${notes}`]: told.givenBackMinor,
});
