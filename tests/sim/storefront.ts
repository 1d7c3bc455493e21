import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import { createActSource } from '../../sync/protocol/act.ts';
import { orderRow } from '../support/shop-rows.ts';
import { createChance } from './random.ts';
import type { World } from './world.ts';

const PLACE_EVERY_MS = 60_000;

/** Customers who order on the public page, at random times while people act. */
export function startStorefront(world: World, businessId: number, place: (order: Order) => void): void {
  const { scheduler, server, plan, wire } = world;
  const chance = createChance(plan.seed, `storefront ${businessId}`);
  const acts = createActSource(createChance(plan.seed, `acts of the storefront ${businessId}`));

  async function takeOrders(): Promise<void> {
    for (;;) {
      await scheduler.sleep(wire, chance.between(5_000, 2 * PLACE_EVERY_MS));
      if (!world.isOpen) return;
      if (server.isUp) await takeOrder().catch(() => world.note('storefront', 'the server died under an order'));
    }
  }

  async function takeOrder(): Promise<void> {
    const { rows } = server.store.committed(businessId);
    const items = rows.flatMap(({ table, row }) => (table === 'item' ? [row as Item] : []));
    const customers = rows.filter(({ table }) => table === 'customer');
    const customerId = customers.length > 0 && chance.odds(0.5) ? chance.pick(customers).id : null;
    const wanted = Array.from({ length: chance.between(1, 3) }, () => chance.pick(items));
    const placed = await server.store.change(businessId, async (tx) => {
      const [id, ...lineIds] = acts.draw(({ mintId }) => [mintId(), ...wanted.map(() => mintId())]);
      const lines = wanted.map((item, index) => {
        const quantityHundredths = chance.pick([100, 200, 500]);
        const totalMinor = lineTotalMinor(quantityHundredths, item.priceMinor);
        const { name: itemName, priceMinor: unitPriceMinor } = item;
        return { id: lineIds[index] ?? 0, itemId: item.id, itemName, quantityHundredths, unitPriceMinor, totalMinor };
      });
      const totalMinor = sumMinor(lines.map((line) => line.totalMinor));
      const createdAtMs = scheduler.nowMs();
      const order = orderRow({ id, orderNumber: `ORD-${createdAtMs}`, customerId, lines, totalMinor, createdAtMs });
      await tx.writeRows([{ table: 'order', id, before: undefined, after: order }]);
      return { order, version: tx.version };
    });
    place(placed.order);
    world.note('storefront', `order ${placed.order.id}`);
    world.announce(businessId, placed.version);
  }

  void takeOrders().catch((error: unknown) => world.fail(error));
}
