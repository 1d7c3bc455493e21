import { ScriptedDevice } from '../../scripts/demo/scripted-device.ts';
import { MINOR_PER_UNIT } from '../../domain/money.ts';
import { saleArgs } from '../support/mutation-args.ts';
import { rushOf } from '../support/hostile/rush.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { FEW_LEFT, SHOWN_ITEMS, type StorefrontShop } from './storefront-shop.ts';
import type { ServerProcess } from './server-process.ts';

const VISITORS = 200;

interface StoredOrder {
  orderNumber: string;
  status: string;
}

const PUSH_BOUND_MS = 1_000;

/** Measures M11: 200 visitors order the last ten pieces of an item at once, while a till sells: how long each waits. */
export async function measureRush({ url }: ServerProcess, shop: StorefrontShop): Promise<void> {
  const before = ((await shop.onServer.get('/orders')) as unknown[]).length;
  const till = await ScriptedDevice.signIn(url, shop.login.phone, shop.login.pin, 'abcdef0123456789');
  const [sold] = SHOWN_ITEMS;
  const item = { id: shop.itemIds.get(sold?.name ?? '') ?? 0, name: sold?.name ?? '', priceMinor: 0 };
  item.priceMinor = (sold?.price ?? 0) * MINOR_PER_UNIT;

  const rush = rushOf(VISITORS, `${url}/api/v1/stores/${shop.slug}/orders`, shop.itemIds.get(FEW_LEFT.name) ?? 0);
  const pushes: number[] = [];
  while (rush.answeredCount() < VISITORS) {
    const atMs = Date.now();
    const pushedMs = performance.now();
    const args = saleArgs(till, [item]);
    await till.run('sale.create', { ...args, saleNumber: `SALE-${till.nextStampMs(atMs)}` }, atMs, 180);
    await till.send();
    pushes.push(performance.now() - pushedMs);
    if (rush.answeredCount() < VISITORS) await rush.nextAnswer();
  }
  const placed = await rush.placed;
  const orders = placed.map(({ tookMs }) => tookMs);
  const numbers = new Set(placed.map(({ orderNumber }) => orderNumber));
  const stored = (await shop.onServer.get('/orders')) as StoredOrder[];
  const pending = stored.filter(({ orderNumber, status }) => numbers.has(orderNumber) && status === 'pending');
  if (numbers.size !== VISITORS || pending.length !== VISITORS || stored.length !== before + VISITORS)
    throw new Error(`Of ${VISITORS} orders ${pending.length} are pending, with ${numbers.size} numbers`);
  printFigure('M11', `${VISITORS} orders at once for the last ${FEW_LEFT.stock}: a till's push meanwhile`, {
    ...{
      p50Ms: rounded(median(pushes)),
      p95Ms: rounded(quantile(pushes, 0.95)),
      worstMs: rounded(Math.max(...pushes)),
    },
    ...{ bound: PUSH_BOUND_MS, pushes: pushes.length, ordersP50Ms: rounded(median(orders)) },
    ...{ ordersAllMs: rounded(Math.max(...orders)), pending: pending.length, verified: true },
  });
}
