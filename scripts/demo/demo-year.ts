import { itemCategoriesOf } from '../../domain/items/item-category.ts';
import type { MutationArgs } from '../../sync/mutation/registry.ts';
import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import { saleNumberOf } from '../../domain/sales/sale.ts';
import { customerName, DEMO_ITEMS, DEMO_SERVICES, SALE_NOTES } from './catalogue.ts';
import type { ScriptedDevice } from './scripted-device.ts';
import type { SeededRandom } from './seeded-random.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Kampala and Nairobi keep UTC+3 all year. */
const OFFSET_MINUTES = 180;
const FOOD_BUSINESS = 5;
const CUSTOMERS = 60;
const SALES_PER_DAY = 14;

interface Shelf {
  id: number;
  name: string;
  priceMinor: number;
  costMinor: number;
  demand: number;
  inKilograms: boolean;
  /** Null for a service. */
  stockHundredths: number | null;
}

/** Fills a shop with a catalogue, customers, and a year of sales that ends now. Returns the numbers of rows. */
export async function fillYear(
  device: ScriptedDevice,
  random: SeededRandom,
  nowMs: number,
  days: number,
): Promise<{ items: number; customers: number; sales: number }> {
  const openedMs = nowMs - days * DAY_MS;
  const shelf = await stockShelves(device, random, openedMs);
  const customers = await meetCustomers(device, random, openedMs);
  const methods = await addMethods(device, openedMs);
  let sales = 0;
  for (let day = 0; day < days; day += 1) {
    const morningMs = openedMs + day * DAY_MS;
    await restock(device, shelf, morningMs);
    const count = Math.round(SALES_PER_DAY * weekdayFactor(morningMs) * (0.7 + 0.6 * random.share()));
    for (let nth = 0; nth < count; nth += 1) {
      const atMs = Math.min(
        morningMs + Math.floor(((nth + random.share()) / count) * 13 * 60) * MINUTE_MS + MINUTE_MS,
        nowMs - MINUTE_MS,
      );
      await sell(device, random, { shelf, customers, methods, atMs });
      sales += 1;
    }
  }
  await device.send();
  return { items: shelf.length, customers: customers.length, sales };
}

async function stockShelves(device: ScriptedDevice, random: SeededRandom, atMs: number): Promise<Shelf[]> {
  const categories = itemCategoriesOf(FOOD_BUSINESS);
  const shelf: Shelf[] = [];
  for (const [index, item] of DEMO_ITEMS.entries()) {
    const category = categories.find((candidate) => candidate.name === item.itemCategoryName) ?? categories.at(-1);
    const stockHundredths = 100 * (20 + random.below(60) + item.demand * 10);
    const row = {
      id: device.mintId(),
      name: item.name,
      priceMinor: item.price * 100,
      costMinor: item.cost * 100,
      demand: item.demand,
      inKilograms: item.unit === 'Kilogram',
      stockHundredths,
    };
    const when = atMs - (DEMO_ITEMS.length - index) * MINUTE_MS;
    const args = itemArgs(device, row, {
      type: 'product',
      unit: item.unit,
      sku: `KA-${String(index + 1).padStart(3, '0')}`,
      category: category ? { id: category.id, name: category.name } : null,
    });
    await device.run('item.create', args, when, OFFSET_MINUTES);
    shelf.push(row);
  }
  for (const service of DEMO_SERVICES) {
    const row = {
      id: device.mintId(),
      name: service.name,
      priceMinor: service.price * 100,
      costMinor: 0,
      demand: service.demand,
      inKilograms: false,
      stockHundredths: null,
    };
    await device.run(
      'item.create',
      itemArgs(device, row, { type: 'service', unit: null, sku: null, category: null }),
      atMs,
      OFFSET_MINUTES,
    );
    shelf.push(row);
  }
  return shelf;
}

function itemArgs(
  device: ScriptedDevice,
  row: Shelf,
  more: {
    type: 'product' | 'service';
    unit: string | null;
    sku: string | null;
    category: { id: number; name: string } | null;
  },
): MutationArgs<'item.create'> {
  return {
    id: row.id,
    openingMovementId: row.stockHundredths === null ? null : device.mintId(),
    initialStockHundredths: row.stockHundredths ?? 0,
    name: row.name,
    description: null,
    type: more.type,
    priceMinor: row.priceMinor,
    currency: 'UGX',
    costPriceMinor: row.costMinor === 0 ? null : row.costMinor,
    trackStock: more.type === 'product',
    unitOfMeasure: more.unit,
    itemCategoryId: more.category?.id ?? null,
    category: more.category?.name ?? null,
    subCategory: null,
    reorderLevelHundredths: null,
    advancedEnabled: false,
    sku: more.sku,
    customFields: {},
  };
}

async function meetCustomers(
  device: ScriptedDevice,
  random: SeededRandom,
  atMs: number,
): Promise<{ id: number; name: string }[]> {
  const customers: { id: number; name: string }[] = [];
  for (let nth = 0; nth < CUSTOMERS; nth += 1) {
    const customer = { id: device.mintId(), name: customerName(nth) };
    const phone = `+256 7${random.below(10)}${random.below(10)} ${String(100_000 + random.below(900_000))}`;
    await device.run(
      'customer.create',
      { ...customer, phone, address: nth % 3 === 0 ? 'Kisaasi, Kampala' : null, notes: null },
      atMs + nth * MINUTE_MS,
      OFFSET_MINUTES,
    );
    customers.push(customer);
  }
  return customers;
}

async function addMethods(device: ScriptedDevice, atMs: number): Promise<{ id: number; name: string }[]> {
  const methods: { id: number; name: string }[] = [];
  for (const [name, icon] of [
    ['Mobile Money', 'Phone'],
    ['Credit', 'CreditCard'],
  ] as const) {
    const method = { id: device.mintId(), name };
    await device.run('paymentMethod.create', { ...method, icon }, atMs, OFFSET_MINUTES);
    methods.push(method);
  }
  return methods;
}

/** Buys items that are low, in the morning; slow sellers sometimes run out. */
async function restock(device: ScriptedDevice, shelf: readonly Shelf[], atMs: number): Promise<void> {
  for (const row of shelf) {
    if (row.stockHundredths === null || row.stockHundredths > 100 * row.demand) continue;
    const quantityHundredths = 100 * (40 + row.demand * 12);
    row.stockHundredths += quantityHundredths;
    await device.run(
      'stock.add',
      {
        id: device.mintId(),
        itemId: row.id,
        quantityHundredths,
        costPriceMinor: row.costMinor,
        batchId: `batch-${atMs}`,
      },
      atMs,
      OFFSET_MINUTES,
    );
  }
}

interface Counter {
  shelf: readonly Shelf[];
  customers: readonly { id: number; name: string }[];
  methods: readonly { id: number; name: string }[];
  atMs: number;
}

async function sell(device: ScriptedDevice, random: SeededRandom, counter: Counter): Promise<void> {
  const chosen = new Set(Array.from({ length: 1 + random.below(4) }, () => byDemand(counter.shelf, random)));
  const lines = [...chosen].map((row) => {
    const quantityHundredths = row.inKilograms ? 50 * (1 + random.below(6)) : 100 * (1 + random.below(3));
    if (row.stockHundredths !== null) row.stockHundredths -= quantityHundredths;
    const totalMinor = lineTotalMinor(quantityHundredths, row.priceMinor);
    return {
      id: device.mintId(),
      itemId: row.id,
      itemName: row.name,
      itemSku: null,
      quantityHundredths,
      unitPriceMinor: row.priceMinor,
      listPriceMinor: row.priceMinor,
      discountMinor: 0 as const,
      totalMinor,
    };
  });
  const totalMinor = sumMinor(lines.map((line) => line.totalMinor));
  const [mobileMoney, credit] = counter.methods;
  const onCredit = random.share() < 0.03;
  const customer = onCredit || random.share() < 0.2 ? random.pick(counter.customers) : null;
  const method = onCredit ? credit : random.share() < 0.35 ? mobileMoney : undefined;
  const sale = {
    id: device.mintId(),
    saleNumber: saleNumberOf(device.nextStampMs(counter.atMs)),
    status: onCredit ? ('pending' as const) : ('completed' as const),
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    lines,
    totalMinor,
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: totalMinor,
    currency: 'UGX',
    paymentMethodId: method?.id ?? null,
    paymentMethodName: method?.name ?? null,
    transactionId:
      method === mobileMoney && method !== undefined ? `MM${100_000_000 + random.below(900_000_000)}` : null,
    notes: random.share() < 0.04 ? random.pick(SALE_NOTES) : null,
  };
  await device.run('sale.create', sale, counter.atMs, OFFSET_MINUTES);
  if (random.share() > 0.01) return;
  const { paymentMethodId, paymentMethodName } = sale;
  const refunds = [{ id: device.mintId(), amountMinor: totalMinor, paymentMethodId, paymentMethodName }];
  await device.run(
    'sale.cancel',
    { id: sale.id, reason: random.pick(['Wrong item', 'Customer changed her mind', 'Rung up twice']), refunds },
    counter.atMs + MINUTE_MS,
    OFFSET_MINUTES,
  );
  for (const line of lines) {
    const row = counter.shelf.find((candidate) => candidate.id === line.itemId);
    if (row?.stockHundredths !== null && row) row.stockHundredths += line.quantityHundredths;
  }
}

function byDemand(shelf: readonly Shelf[], random: SeededRandom): Shelf {
  const total = shelf.reduce((sum, row) => sum + row.demand, 0);
  let place = random.share() * total;
  const found = shelf.find((row) => (place -= row.demand) < 0);
  return found ?? random.pick(shelf);
}

/** Returns how busy this weekday is: Saturday is market day, Sunday is slow. */
function weekdayFactor(atMs: number): number {
  const weekday = new Date(atMs + OFFSET_MINUTES * MINUTE_MS).getUTCDay();
  return weekday === 6 ? 1.5 : weekday === 0 ? 0.6 : 1;
}
