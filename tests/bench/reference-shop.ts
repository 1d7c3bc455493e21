import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import { saleNumberOf } from '../../domain/sales/sale.ts';
import type { MutationArgs } from '../../sync/mutation/registry.ts';
import { call, ScriptedDevice } from '../../scripts/demo/scripted-device.ts';
import { seededRandom, type SeededRandom } from '../../scripts/demo/seeded-random.ts';

/** The reference shop: 10,000 items, 2,000 customers, 50,000 sales of 125,000 lines over 13 months, from a seed. */
export const REFERENCE = { items: 10_000, customers: 2_000, sales: 50_000, days: 390 };
export type ShopSize = typeof REFERENCE;

const DAY_MS = 86_400_000;
const WORDS = [
  'Sugar',
  'Rice',
  'Beans',
  'Soap',
  'Milk',
  'Bread',
  'Oil',
  'Flour',
  'Tea',
  'Salt',
  'Juice',
  'Soda',
  'Candle',
  'Matches',
  'Pen',
  'Paper',
  'Yeast',
  'Honey',
  'Maize',
  'Millet',
];
const KINDS = ['brown', 'white', 'large', 'small', 'family', 'premium', 'local', 'imported', 'fresh', 'dried'];

export interface ReferenceLogin {
  phone: string;
  pin: string;
}

/** Registers a shop and fills it through the sync calls; returns the user who can sign in. */
export async function fillReferenceShop(
  server: string,
  nth: number,
  size: ShopSize,
  nowMs: number,
): Promise<ReferenceLogin & { device: ScriptedDevice }> {
  const login = { phone: `+256 701 ${String(100_000 + nth)}`, pin: '7302' };
  await call(
    server,
    '/auth/register',
    {
      businessName: `Reference Shop ${nth}`,
      firstName: 'Ref',
      lastName: 'Erence',
      username: 'Ref Erence',
      email: 'ref@example.com',
      address: 'Plot 1, Kampala',
      country: 'UG',
      currency: 'UGX',
      ...login,
      businessCategoryId: 5,
      isBusinessOwner: true,
      timeZone: 'Africa/Kampala',
    },
    null,
  );
  const device = await ScriptedDevice.signIn(server, login.phone, login.pin, String(nth).padStart(16, '0'));
  const random = seededRandom(nth);
  const openedMs = nowMs - size.days * DAY_MS;
  const items = await fillItems(device, random, size.items, openedMs);
  const customers: { id: number; name: string }[] = [];
  for (let index = 0; index < size.customers; index += 1) {
    const customer = { id: device.mintId(), name: `Customer ${index} of the reference` };
    await device.run(
      'customer.create',
      { ...customer, phone: `+256772${String(index).padStart(6, '0')}`, address: null, notes: null },
      openedMs,
      180,
    );
    customers.push(customer);
  }
  const stepMs = (size.days * DAY_MS) / size.sales;
  for (let index = 0; index < size.sales; index += 1) {
    const atMs = Math.floor(openedMs + index * stepMs);
    await device.run('sale.create', saleArgs(device, random, items, customers, atMs), atMs, 180);
  }
  await device.send();
  return { ...login, device };
}

interface BenchItem {
  id: number;
  name: string;
  priceMinor: number;
}

async function fillItems(
  device: ScriptedDevice,
  random: SeededRandom,
  count: number,
  atMs: number,
): Promise<BenchItem[]> {
  const items: BenchItem[] = [];
  for (let index = 0; index < count; index += 1) {
    const item = {
      id: device.mintId(),
      name: `${random.pick(WORDS)} ${random.pick(KINDS)} ${index}`,
      priceMinor: 10_000 * (1 + random.below(100)),
    };
    const args: MutationArgs<'item.create'> = {
      ...item,
      openingMovementId: device.mintId(),
      initialStockHundredths: 1_000_000,
      description: null,
      type: 'product',
      currency: 'UGX',
      costPriceMinor: Math.floor(item.priceMinor * 0.8),
      trackStock: true,
      unitOfMeasure: 'Piece',
      itemCategoryId: null,
      category: null,
      subCategory: null,
      reorderLevelHundredths: null,
      advancedEnabled: false,
      sku: `SKU-${index}`,
      customFields: {},
    };
    await device.run('item.create', args, atMs, 180);
    items.push(item);
  }
  return items;
}

/** Returns the arguments of a believable sale, of two or three lines by default; popular items sell more often. */
export function saleArgs(
  device: Pick<ScriptedDevice, 'mintId' | 'nextStampMs'>,
  random: SeededRandom,
  items: readonly BenchItem[],
  customers: readonly { id: number; name: string }[],
  atMs: number,
  lineCount: number = 2 + random.below(2),
): MutationArgs<'sale.create'> {
  const lines = Array.from({ length: lineCount }, () => {
    const item = items[Math.floor(random.share() ** 2 * items.length)] ?? random.pick(items);
    const quantityHundredths = 100 * (1 + random.below(3));
    return {
      id: device.mintId(),
      itemId: item.id,
      itemName: item.name,
      itemSku: null,
      quantityHundredths,
      unitPriceMinor: item.priceMinor,
      listPriceMinor: item.priceMinor,
      discountMinor: 0 as const,
      totalMinor: lineTotalMinor(quantityHundredths, item.priceMinor),
    };
  });
  const customer = random.share() < 0.2 ? random.pick(customers) : null;
  const totalMinor = sumMinor(lines.map((line) => line.totalMinor));
  return {
    id: device.mintId(),
    saleNumber: saleNumberOf(device.nextStampMs(atMs)),
    status: 'completed',
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    lines,
    totalMinor,
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: totalMinor,
    currency: 'UGX',
    paymentMethodId: null,
    paymentMethodName: null,
    transactionId: null,
    notes: null,
  };
}
