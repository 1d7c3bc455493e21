import { formatQuantity } from '../../../domain/quantity.ts';
import type { EXPORT_KINDS } from '../../../domain/shop-export.ts';
import { formatDayKey } from '../../../domain/time.ts';
import { readArgs } from '../../../sync/mutation/convert.ts';
import { customerTakePayment } from '../../../sync/mutation/customer-payment.ts';
import { type MutationArgs, type MutationName, mutationNamed } from '../../../sync/mutation/registry.ts';
import type { OutboxEntry } from '../../../sync/ports.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import type { RowKey } from '../../../sync/protocol/tables.ts';
import { paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import { SALE_CURRENCY_FALLBACK, salesCount } from '../../parts/sale/sale-words.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/** Names of rows that changes refer to, as this device knows them. */
export interface KnownNames {
  items: ReadonlyMap<number, string>;
  saleNumbers: ReadonlyMap<number, string>;
  orderNumbers: ReadonlyMap<number, string>;
  paymentMethods: ReadonlyMap<number, string>;
  customers: ReadonlyMap<number, string>;
  suppliers: ReadonlyMap<number, string>;
  /** The supplier's name, by the purchase's id. */
  purchases: ReadonlyMap<number, string>;
  /** Currencies by the sale's id. */
  saleCurrencies: ReadonlyMap<number, string>;
  /** The shop's currency, for a sale that is not on this device. */
  currency: string;
}

type Describe = { readonly [Name in MutationName]: (args: MutationArgs<Name>, names: KnownNames) => string };

const DESCRIBE: Describe = {
  'sale.create': (sale) => `Sale #${sale.saleNumber} ${unbroken(shownMoney(sale.finalMinor, sale.currency))}`,
  'sale.cancel': ({ id }, names) => `Cancellation of sale #${names.saleNumbers.get(id) ?? id}`,
  'sale.takePayment': ({ saleId, amountMinor }, names) =>
    `Payment of ${sumFor(saleId, amountMinor, names)} for sale #${names.saleNumbers.get(saleId) ?? saleId}`,
  'sale.settleRefund': ({ saleId, way, amountMinor }, names) =>
    `${way === 'kept' ? 'Credit' : 'Refund'} of ${sumFor(saleId, amountMinor, names)} for sale #${names.saleNumbers.get(saleId) ?? saleId}`,
  'sale.printReceipt': ({ saleId }, names) => `Receipt of sale #${names.saleNumbers.get(saleId) ?? saleId} printed`,
  'item.create': (item) => `New item ${item.name}`,
  'item.edit': ({ id }, names) => `Changes to ${itemName(id, names)}`,
  'item.setStore': ({ id, isKauntaEnabled }, names) =>
    `${itemName(id, names)} ${isKauntaEnabled ? 'shown on' : 'taken off'} the Kaunta Store`,
  'item.setActive': ({ id, isActive }, names) => `${itemName(id, names)} ${isActive ? 'restored' : 'archived'}`,
  'item.addImage': ({ id }, names) => `New image of ${itemName(id, names)}`,
  'item.removeImage': ({ id }, names) => `Removal of an image of ${itemName(id, names)}`,
  'item.orderImages': ({ id }, names) => `Order of the images of ${itemName(id, names)}`,
  'customer.create': (customer) => `New customer ${customer.name}`,
  'customer.edit': ({ id }, names) => `Changes to ${customerName(id, names)}`,
  'customer.remove': ({ id }, names) => `Deletion of ${customerName(id, names)}`,
  'customer.takePayment': ({ customerId, parts }, names) => {
    const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const sum = sumFor(parts[0]?.saleId ?? 0, sumMinor, names);
    return `Payment of ${sum} by ${customerName(customerId, names)} for ${salesCount(parts.length)}`;
  },
  'supplier.create': (supplier) => `New supplier ${supplier.name}`,
  'supplier.edit': ({ id }, names) => `Changes to ${supplierName(id, names)}`,
  'supplier.remove': ({ id }, names) => `Deletion of ${supplierName(id, names)}`,
  'stock.add': ({ itemId, quantityHundredths }, names) =>
    `${formatQuantity(quantityHundredths)} added to the stock of ${itemName(itemId, names)}`,
  'stock.adjust': ({ itemId, quantityHundredths }, names) =>
    `Stock of ${itemName(itemId, names)} adjusted by ${formatQuantity(quantityHundredths)}`,
  'stock.count': ({ itemId, countedHundredths }, names) =>
    `${formatQuantity(countedHundredths)} of ${itemName(itemId, names)} counted`,
  'stock.buy': ({ lines }, names) =>
    lines
      .map((line) => `${formatQuantity(line.quantityHundredths)} of ${itemName(line.itemId, names)} bought`)
      .join(', '),
  'purchase.create': ({ supplierName, totalMinor, currency }) =>
    `Purchase from ${supplierName} ${unbroken(shownMoney(totalMinor, currency))}`,
  'purchase.edit': ({ id }, names) => `Changes to ${purchaseName(id, names)}`,
  'purchase.receive': ({ id }, names) => `Goods of ${purchaseName(id, names)} received`,
  'purchase.remove': ({ id }, names) => `Deletion of ${purchaseName(id, names)}`,
  'cash.count': ({ day, countedMinor, currency }) =>
    `Cash of ${formatDayKey(day)}: ${unbroken(shownMoney(countedMinor, currency))} counted`,
  'order.confirm': ({ id }, names) => `Order #${orderNumber(id, names)} confirmed`,
  'order.cancel': ({ id }, names) => `Order #${orderNumber(id, names)} cancelled`,
  'order.fulfill': ({ id }, names) => `Order #${orderNumber(id, names)} fulfilled`,
  'paymentMethod.create': (method) => `New payment method ${method.name}`,
  'paymentMethod.setDefault': ({ id }, names) => `Default payment method ${names.paymentMethods.get(id) ?? id}`,
  'paymentMethod.setArchived': ({ id, isArchived }, names) =>
    `Payment method ${names.paymentMethods.get(id) ?? id} ${isArchived ? 'archived' : 'restored'}`,
  'paymentMethod.remove': ({ id }, names) => `Removal of payment method ${names.paymentMethods.get(id) ?? id}`,
  'business.edit': () => 'Changes to the business details',
  'business.setImage': ({ key }) => (key === null ? 'Removal of the business image' : 'New business image'),
  'conflict.settle': ({ keep }) => (keep === 'mine' ? 'Conflict settled: keep mine' : 'Conflict settled: keep theirs'),
  'feedback.send': () => 'Feedback about Kaunta',
  'export.note': ({ what }) => `Note that ${EXPORTED[what]} left as a file`,
};

const EXPORTED: Readonly<Record<(typeof EXPORT_KINDS)[number], string>> = {
  sales: 'sales',
  items: 'items',
  customers: 'customers',
  movements: 'stock movements',
  report: 'a report',
  unsent: 'unsent changes',
};

const UNREADABLE = 'A change that this version cannot read';
/** Shown for a change whose arguments were deleted when its author became staff, who may not see them (SYN-13). */
const OF_ANOTHER_ROLE = 'A change that you made as an admin';

/** Describes a change in plain words. Arguments in an older format are converted first. */
export function describeChange(wire: Pick<OutboxEntry['wire'], 'name' | 'args' | 'format'>, names: KnownNames): string {
  if (wire.args === null) return OF_ANOTHER_ROLE;
  const mutation = mutationNamed(wire.name);
  if (mutation === undefined) return UNREADABLE;
  const read = readArgs(mutation, wire.format, wire.args);
  if (!read.ok) return UNREADABLE;
  // The cast is safe: the arguments were parsed with the schema of this mutation.
  const describe = DESCRIBE[mutation.name] as (args: unknown, names: KnownNames) => string;
  return describe(read.args, names);
}

/** Returns the title of a card about a row. */
export function nameOfRow({ table, id }: RowKey, names: KnownNames): string {
  switch (table) {
    case 'item':
      return itemName(id, names);
    case 'customer':
      return customerName(id, names);
    case 'supplier':
      return supplierName(id, names);
    case 'order':
      return `Order #${orderNumber(id, names)}`;
    case 'business':
      return 'Business details';
    default:
      return 'A record';
  }
}

/** Reads the names that these changes need: one read per table, however many changes there are. */
export async function readNames(
  database: ShopDatabase,
  entries: readonly (Pick<OutboxEntry, 'touched'> & Partial<Pick<OutboxEntry, 'wire'>>)[],
): Promise<KnownNames> {
  const touched = entries.flatMap((entry) => entry.touched);
  const idsOf = (table: string) => [...new Set(touched.filter((key) => key.table === table).map(({ id }) => id))];
  const { item, sale, order, customer, supplier, purchase } = database.tables.rows;
  const namesOf = (rows: readonly ({ id: number; name: string } | undefined)[]) =>
    new Map(rows.flatMap((row) => (row ? [[row.id, row.name]] : [])));
  const items = await item.bulkGet(idsOf('item'));
  const sales = await sale.bulkGet(idsOf('sale'));
  const orders = await order.bulkGet(idsOf('order'));
  const methods = await paymentMethodsOf(database);
  const purchases = await purchase.bulkGet(idsOf('purchase'));
  const customerIds = new Set([...idsOf('customer'), ...entries.flatMap(({ wire }) => payingCustomerOf(wire))]);
  const [business] = await database.tables.rows.business.toArray();
  return {
    items: namesOf(items),
    saleNumbers: new Map(sales.flatMap((row) => (row ? [[row.id, row.saleNumber]] : []))),
    orderNumbers: new Map(orders.flatMap((row) => (row ? [[row.id, row.orderNumber]] : []))),
    paymentMethods: namesOf(methods),
    customers: namesOf(await customer.bulkGet([...customerIds])),
    suppliers: namesOf(await supplier.bulkGet(idsOf('supplier'))),
    purchases: new Map(purchases.flatMap((row) => (row ? [[row.id, row.supplierName]] : []))),
    saleCurrencies: new Map(sales.flatMap((row) => (row ? [[row.id, row.currency]] : []))),
    currency: business?.currency ?? SALE_CURRENCY_FALLBACK,
  };
}

/** Returns the customer of a payment for several sales, which changes only rows of sales. */
function payingCustomerOf(wire: OutboxEntry['wire'] | undefined): number[] {
  if (wire?.name !== customerTakePayment.name || wire.args === null) return [];
  const read = readArgs(customerTakePayment, wire.format, wire.args);
  // The cast is safe: the arguments were parsed with the schema of this mutation.
  return read.ok ? [(read.args as MutationArgs<'customer.takePayment'>).customerId] : [];
}

/** Replaces spaces by non-breaking ones, so that an amount stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

const sumFor = (saleId: number, amountMinor: number, { saleCurrencies, currency }: KnownNames): string =>
  unbroken(shownMoney(amountMinor, saleCurrencies.get(saleId) ?? currency));

const itemName = (id: number, names: KnownNames): string => names.items.get(id) ?? `item ${id}`;
const orderNumber = (id: number, names: KnownNames): string => names.orderNumbers.get(id) ?? String(id);

const customerName = (id: number, names: KnownNames): string => names.customers.get(id) ?? `customer ${id}`;
const supplierName = (id: number, names: KnownNames): string => names.suppliers.get(id) ?? `supplier ${id}`;
const purchaseName = (id: number, names: KnownNames): string => {
  const supplier = names.purchases.get(id);
  return supplier === undefined ? `purchase ${id}` : `the purchase from ${supplier}`;
};
