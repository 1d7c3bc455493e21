import { CSV_BYTE_ORDER_MARK, type CsvCell, csvCode, csvLine } from '../../../domain/text/csv.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import {
  isNothingPaid,
  NOT_PAID_YET,
  saleBalanceMinor,
  salePaidMinor,
  salePayments,
  saleRefundedMinor,
} from '../../../domain/sales/sale-payment.ts';
import { dateTimeKey } from '../../../domain/time.ts';
import { displayName, type User, type UserRole } from '../../../domain/people/user.ts';
import type { Rows } from '../../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { everyRow } from '../../../sync/store/every-row.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { movementLines } from './export-movements.ts';

export type ExportKind = 'sales' | 'items' | 'customers' | 'movements';

export interface ExportContext {
  database: ShopDatabase;
  role: UserRole;
  timeZone: string;
  currency: string;
}

/** What a column needs besides the row. */
export interface Facts {
  /** The shop's: that of the price of an item. */
  currency: string;
  seesCost: boolean;
  when: (atMs: number) => string;
  who: (userId: number | null) => string | null;
}

/** The columns with their names. A column for admins is left out for staff (SYN-13). */
type Columns<Row> = readonly (readonly [name: string, cell: (row: Row, facts: Facts) => CsvCell, isForAdmins?: true])[];

const decimal = (hundredths: number): number => Number(hundredthsToDecimal(hundredths));
const money = (minor: number): number => Number(minorToDecimal(minor));

/** The names are those that the import recognises. */
const ITEM_COLUMNS: Columns<Rows['item']> = [
  ['Name', (item) => item.name],
  ['Selling price', (item) => money(item.priceMinor)],
  ['Cost price', ({ costPriceMinor = null }) => (costPriceMinor === null ? null : money(costPriceMinor)), true],
  ['Currency', (_item, { currency }) => currency],
  ['Stock', (item) => (item.type === 'service' || !item.trackStock ? null : decimal(item.currentStockHundredths))],
  ['SKU', (item) => csvCode(item.sku)],
  ['Type', (item) => item.type],
  ['Category', (item) => item.category],
  ['Sub-category', (item) => item.subCategory],
  ['Unit', (item) => item.unitOfMeasure],
  ['Reorder level', (item) => (item.reorderLevelHundredths === null ? null : decimal(item.reorderLevelHundredths))],
  ['Brand', (item) => item.customFields['brand'] ?? null],
  ['Description', (item) => item.description],
  ['Archived', (item) => (item.isActive ? 'no' : 'yes')],
  ['On Kaunta Store', (item) => (item.isKauntaEnabled ? 'yes' : 'no')],
  ['Created', (item, { when }) => when(item.createdAtMs)],
];

const CUSTOMER_COLUMNS: Columns<Rows['customer']> = [
  ['Name', (customer) => customer.name],
  ['Phone', (customer) => csvCode(customer.phone)],
  ['Address', (customer) => customer.address],
  ['Notes', (customer) => customer.notes],
  ['Created', (customer, { when }) => when(customer.createdAtMs)],
];

const SALE_COLUMNS: Columns<Rows['sale']> = [
  ['Sale number', (sale) => sale.saleNumber],
  ['Date', (sale, { when }) => when(sale.createdAtMs)],
  ['Status', (sale) => sale.status],
  ['Customer', (sale) => sale.customerName],
  [
    'Items',
    (sale) =>
      sale.lines
        .map(({ quantityHundredths, itemName }) => `${formatQuantity(quantityHundredths)} x ${itemName}`)
        .join('; '),
  ],
  ['Total', (sale) => money(sale.totalMinor)],
  ['Discount', (sale) => money(sale.discountMinor)],
  ['Tax', (sale) => money(sale.taxMinor)],
  ['Final amount', (sale) => money(sale.finalMinor)],
  ['Paid', (sale) => money(salePaidMinor(sale))],
  ['Balance', (sale) => money(saleBalanceMinor(sale))],
  ['Given back', (sale) => money(saleRefundedMinor(sale))],
  ['Currency', (sale) => sale.currency],
  ['Payment method', methodsOf],
  ['Transaction ID', (sale) => csvCode(transactionIdsOf(sale))],
  ['Notes', (sale) => sale.notes],
  ['Cancelled because', (sale) => sale.cancellations[0]?.reason ?? null],
  ['Sold by', (sale, { who }) => who(sale.createdByUserId)],
];

/** Returns the method of the payments; with its amount if there are several: 'Cash 5000; Mobile Money 7000'. */
function methodsOf(sale: Rows['sale']): string {
  const paidByMethod = new Map<string, number>();
  for (const { paymentMethodName, amountMinor } of salePayments(sale)) {
    const method = paymentMethodName ?? 'Cash';
    paidByMethod.set(method, (paidByMethod.get(method) ?? 0) + amountMinor);
  }
  const [method, ...others] = paidByMethod.keys();
  if (method === undefined) return isNothingPaid(sale) ? NOT_PAID_YET : (sale.paymentMethodName ?? 'Cash');
  if (others.length === 0) return method;
  return [...paidByMethod].map(([name, paidMinor]) => `${name} ${money(paidMinor)}`).join('; ');
}

function transactionIdsOf(sale: Rows['sale']): string | null {
  const ids = [sale, ...salePayments(sale)].flatMap(({ transactionId }) => transactionId ?? []);
  return ids.length === 0 ? null : [...new Set(ids)].join('; ');
}

/**
 * Returns all data of one kind on this device as a CSV file (G29, M41): UTF-8 with a byte order mark, RFC 4180. It
 * holds only what the role may see (SYN-13).
 */
export async function exportFile(kind: ExportKind, context: ExportContext): Promise<Blob> {
  const users = await usersById(context.database);
  const facts: Facts = {
    currency: context.currency,
    seesCost: seesCost(context.role),
    when: (atMs) => dateTimeKey(atMs, context.timeZone),
    who: (userId) => userName(users.get(userId ?? 0)),
  };
  const { database } = context;
  const parts =
    kind === 'movements'
      ? await movementLines(database, facts)
      : kind === 'items'
        ? await linesOf(everyRow(database, 'item'), ITEM_COLUMNS, facts)
        : kind === 'customers'
          ? await linesOf(everyRow(database, 'customer'), CUSTOMER_COLUMNS, facts)
          : await linesOf(everyRow(database, 'sale'), SALE_COLUMNS, facts);
  return new Blob([CSV_BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' });
}

const userName = (user: User | undefined): string | null => (user === undefined ? null : displayName(user));

async function linesOf<Row>(stretches: AsyncIterable<Row[]>, all: Columns<Row>, facts: Facts): Promise<string[]> {
  const columns = all.filter(([, , isForAdmins]) => isForAdmins === undefined || facts.seesCost);
  const parts = [csvLine(columns.map(([name]) => name))];
  for await (const rows of stretches)
    parts.push(rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, facts)))).join(''));
  return parts;
}
