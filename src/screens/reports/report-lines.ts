import { type CsvCell, csvCode } from '../../../domain/text/csv.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { itemProfitMinor, netOf, profitOf, type Takings } from '../../../domain/sales/sales-report.ts';
import type { StockReport, ExpiringBatch } from '../../../domain/items/stock-report.ts';
import { dateTimeKey } from '../../../domain/time.ts';
import type { UnpaidReport } from '../../../domain/sales/unpaid-report.ts';
import { displayName } from '../../../domain/people/user.ts';
import { hourText, SOMEBODY } from './report-words.ts';
import type { ShownSalesReport } from './use-sales-report.ts';

type Line = readonly CsvCell[];

const money = (minor: number): number => Number(minorToDecimal(minor));
const quantity = (hundredths: number): number => Number(hundredthsToDecimal(hundredths));

/**
 * Returns all figures of the sales report. The first column says what a line is about, so that a spreadsheet can filter
 * by it.
 */
export function salesLines(
  { report, costs, users }: ShownSalesReport,
  { currency, covers }: { currency: string; covers: string },
): Line[] {
  const line = (
    what: string,
    name: string,
    cells: { sales?: number; sold?: number; minor: number; profit?: number | null },
  ): Line => [
    ...[what, name, covers, cells.sales ?? null, cells.sold === undefined ? null : quantity(cells.sold)],
    ...[money(cells.minor), currency],
    ...(costs ? [typeof cells.profit === 'number' ? money(cells.profit) : null] : []),
  ];
  const takings = (what: string, name: string, { saleCount, totalMinor }: Takings) =>
    line(what, name, { sales: saleCount, minor: totalMinor });
  const profit = costs && profitOf(report, costs);
  return [
    ['Figure', 'Name', 'Period', 'Sales', 'Quantity', 'Amount', 'Currency', ...(costs ? ['Profit'] : [])],
    line('Total', 'Total sales', {
      sales: report.saleCount,
      minor: report.totalMinor,
      profit: profit?.profitMinor ?? null,
    }),
    line('Total', 'Paid', { minor: report.paidMinor }),
    line('Total', 'Unpaid', { minor: report.unpaidMinor }),
    line('Total', 'To give back', { minor: report.toGiveBackMinor }),
    line('Total', 'Discounts given', { minor: report.discountMinor }),
    line('Total', 'Tax', { minor: report.taxMinor }),
    ...(profit
      ? [
          line('Total', 'Cost of goods', { minor: profit.costMinor }),
          line('Total', 'Sales of items without a cost price', { minor: profit.uncostedMinor }),
        ]
      : []),
    ...report.methods.flatMap((method) => [
      line('Money taken', method.name, { minor: method.takenMinor }),
      line('Money given back', method.name, { minor: method.returnedMinor }),
      line('Money left', method.name, { minor: netOf(method) }),
    ]),
    ...report.days.map((day) => takings('By day', day.key, day)),
    ...report.hours.map((hour) => takings('By hour', hourText(hour.hour), hour)),
    ...report.sellers.map((seller) => {
      const user = users.get(seller.userId);
      return takings('By seller', user ? displayName(user) : SOMEBODY, seller);
    }),
    ...report.items.map((item) =>
      line('By item', item.name, {
        sold: item.quantityHundredths,
        minor: item.totalMinor,
        profit: costs && itemProfitMinor(item, costs),
      }),
    ),
  ];
}

export function stockLines({ low, out, oversold }: StockReport, expiring: readonly ExpiringBatch[]): Line[] {
  const listed = [
    ['Low stock', low],
    ['Out of stock', out],
    ['Oversold', oversold],
  ] as const;
  return [
    ['Figure', 'Item', 'SKU', 'Stock', 'Reorder level', 'Batch', 'Expiry date'],
    ...listed.flatMap(([what, items]) =>
      items.map((item) => [
        ...[what, item.name, csvCode(item.sku), quantity(item.currentStockHundredths)],
        ...[item.reorderLevelHundredths === null ? null : quantity(item.reorderLevelHundredths), null, null],
      ]),
    ),
    ...expiring.map(({ itemName, batchNumber, expiryDate }) => [
      ...['Expiring soon', itemName, null, null, null, csvCode(batchNumber), expiryDate],
    ]),
  ];
}

export function unpaidLines({ sales }: UnpaidReport, timeZone: string): Line[] {
  return [
    ['Sale number', 'Date', 'Customer', 'Total', 'Owed', 'Currency', 'Days'],
    ...sales.map(({ sale, balanceMinor, ageDays }) => [
      ...[sale.saleNumber, dateTimeKey(sale.createdAtMs, timeZone), sale.customerName],
      ...[money(sale.finalMinor), money(balanceMinor), sale.currency, ageDays],
    ]),
  ];
}
