import { lineTotalMinor } from '../../domain/money.ts';
import type { Item } from '../../domain/item.ts';
import { type Purchase, stockOfPurchase } from '../../domain/purchase.ts';
import type { Sale } from '../../domain/sale.ts';
import {
  saleBalanceMinor,
  saleCreditMinor,
  salePaidMinor,
  saleRefundDueMinor,
  saleRefundedMinor,
} from '../../domain/sale-payment.ts';
import type { StockMovement } from '../../domain/stock-movement.ts';
import type { User } from '../../domain/user.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import { HASH_ZERO } from '../../sync/protocol/mutation-hash.ts';
import type { Decision } from './book.ts';
import type { Oracle } from './oracle.ts';
import type { Reached } from './reached.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

/** Reads what each commit of the server decided, once, in its order. */
export interface ServerWatch {
  onCommit(): void;
  /** A stranger's row stands under this id: what is said of it from now on is said of that row. */
  addStranger(id: number): void;
  /** What it has seen so far; what it answers goes back to it. */
  backUp(): () => void;
}

export function createServerWatch(world: World, businessId: number, oracle: Oracle): ServerWatch {
  let seen = new Map<
    string,
    { count: number; refusedIds: Set<number>; refusedMids: Set<number>; clashedMids: Set<number> }
  >();
  let version = 0;
  return {
    backUp() {
      const copy = () => new Map([...seen].map(([key, known]) => [key, structuredClone(known)]));
      const [then, at] = [copy(), version];
      return () => {
        [seen, version] = [then, at];
        seen = copy();
      };
    },
    addStranger(id) {
      for (const { refusedIds } of seen.values()) refusedIds.delete(id);
    },
    onCommit() {
      const now = world.server.store.committed(businessId);
      if (now.version === version) return;
      hold(now.version > version, '4', () => 'the version of the server fell');
      version = now.version;
      const { rows } = now;
      for (const client of now.clients) {
        const key = `${client.clientId}/${client.incarnation}`;
        const known = seen.get(key) ?? {
          count: 0,
          refusedIds: new Set<number>(),
          refusedMids: new Set<number>(),
          clashedMids: new Set<number>(),
        };
        seen.set(key, known);
        const outcomes = now.outcomesOf(client);
        hold(
          client.lmid === (outcomes.at(-1)?.mid ?? 0) && outcomes.length >= known.count,
          '4',
          () => `${key} is at ${client.lmid} with ${outcomes.length} outcomes, after ${known.count}`,
        );
        hold(
          client.hash === (outcomes.at(-1)?.h ?? HASH_ZERO),
          '4',
          () => `${key} has another hash than its last outcome`,
        );
        outcomes.slice(known.count).forEach((outcome, index) => {
          const before = outcomes[known.count + index - 1]?.mid ?? 0;
          // What a device no longer has is passed over when a restored server is healed.
          const isWhole = outcome.mid === before + 1 || (world.hasGoneBack && outcome.codes[0] === 'not_healed');
          hold(isWhole, '4', () => `${key} has a hole before ${outcome.mid}`);
          const decision = world.book.decide(client, outcome, now.version);
          // Of what a restored server lost a child does not say any more that it waited for its parent.
          const isOrphanKnown = !world.hasGoneBack || decision.wire.deps.length > 0;
          oracle.expect(decision, authorOf(rows, decision.act.actorUserId), {
            ids: isOrphanKnown ? known.refusedIds : NOBODY,
            mids: known.refusedMids,
            clashedMids: known.clashedMids,
          });
          if (outcome.kind === 'refused' || outcome.kind === 'quarantined') known.refusedMids.add(outcome.mid);
          if (outcome.codes.includes('id_clash')) known.clashedMids.add(outcome.mid);
          else if (outcome.kind === 'refused' || outcome.kind === 'quarantined') {
            for (const id of broughtBy(decision)) known.refusedIds.add(id);
          } else {
            // Retried, it is there.
            for (const id of broughtBy(decision)) known.refusedIds.delete(id);
          }
          tellReached(world, decision);
        });
        known.count = outcomes.length;
      }
      oracle.learn(rows);
      checkStock(rows);
    },
  };
}

const NOBODY: ReadonlySet<number> = new Set();

/** The row that an act wanted to bring. */
const broughtBy = ({ wire }: Decision): number[] =>
  wire.name.endsWith('.create') ? [(wire.args as { id: number }).id] : [];

function authorOf(rows: readonly StoredRow[], userId: number): User {
  // Users are seeded, and stay.
  return rows.find(({ table, id }) => table === 'user' && id === userId)?.row as User;
}

const SETTLED_TWICE: ReadonlyMap<string, Reached> = new Map([
  ['conflict.settle', 'conflict settled twice'],
  ['sale.settleRefund', 'refund settled twice'],
]);

function tellReached(world: World, { wire: { name, args }, outcome: { kind, codes } }: Decision): void {
  if (kind === 'quarantined') world.reach('quarantine');
  if (kind === 'conflict') world.reach('conflict');
  if (kind === 'superseded') world.reach(SETTLED_TWICE.get(name) ?? 'second cancellation');
  if (codes.includes('over_refunded')) world.reach('refund given twice');
  if (kind === 'applied' && name === 'conflict.settle') world.reach('conflict settled');
  const isFulfilment = (settled: { keep?: unknown; mine?: object }) =>
    settled.keep === 'mine' && 'saleId' in (settled.mine ?? {});
  if (name === 'conflict.settle' && (kind === 'applied' || kind === 'flagged') && isFulfilment(args ?? {}))
    world.reach('cancelled order fulfilled anyway');
  if (codes.includes('restored')) world.reach('deleted row restored by an edit');
  if (codes.includes('customer_deleted')) world.reach('deleted customer revived by a sale');
  if (kind === 'merged') world.reach('alias of a payment method');
  if (codes.includes('clock_suspect')) world.reach('suspect clock');
  if (codes.includes('actor_disabled'))
    world.reach(kind === 'refused' ? 'refused to a dismissed user' : 'fact of a dismissed user');
  if (codes.includes('id_clash')) world.reach('id clash');
  if (codes.includes('parent_refused')) world.reach('parent refused');
  if (codes.includes('item_missing')) world.reach('sale of a missing item');
}

/** 5, 6: stock on hand is the sum of its ledger, and the amounts are those of the one rounding rule. */
function checkStock(rows: readonly StoredRow[]): void {
  const ledger = new Map<number, number>();
  const salesOfOrders: number[] = [];
  const move = (itemId: number, by: number) => ledger.set(itemId, (ledger.get(itemId) ?? 0) + by);
  for (const { table, row } of rows) {
    if (table === 'stockMovement') {
      const movement = row as StockMovement;
      move(movement.itemId, movement.quantityHundredths);
    }
    if (table === 'purchase') for (const [itemId, by] of stockOfPurchase(row as Purchase)) move(itemId, by);
    if (table !== 'sale') continue;
    const sale = row as Sale;
    if (sale.orderId !== null) salesOfOrders.push(sale.orderId);
    for (const line of sale.lines) {
      hold(
        line.totalMinor === lineTotalMinor(line.quantityHundredths, line.unitPriceMinor),
        '5',
        () => `a line of sale ${sale.id} is not quantity × price`,
      );
      if (line.movesStock && sale.status !== 'cancelled') move(line.itemId, -line.quantityHundredths);
    }
    hold(
      sale.finalMinor === sale.lines.reduce((sum, line) => sum + line.totalMinor, 0),
      '5',
      () => `sale ${sale.id} is not the sum of its lines`,
    );
    checkPaid(sale);
  }
  hold(new Set(salesOfOrders).size === salesOfOrders.length, '6', () => 'an order became two sales');
  for (const { table, row } of rows) {
    if (table !== 'item') continue;
    const item = row as Item;
    hold(
      item.currentStockHundredths === (ledger.get(item.id) ?? 0),
      '6',
      () => `item ${item.id} has ${item.currentStockHundredths} in stock, its ledger says ${ledger.get(item.id) ?? 0}`,
    );
  }
}

/**
 * 5: what was taken and not handed back is the price less what is owed, and what is due back or kept; a completed sale
 * is paid, and a pending one is not.
 */
function checkPaid(sale: Sale): void {
  const heldMinor = salePaidMinor(sale) - saleRefundedMinor(sale);
  const [owed, due] = [saleBalanceMinor(sale), saleRefundDueMinor(sale) + saleCreditMinor(sale)];
  const isRight =
    heldMinor === (sale.status === 'cancelled' ? 0 : sale.finalMinor) - owed + due &&
    (owed === 0 || due === 0) &&
    (sale.status === 'cancelled' || (sale.status === 'pending') === owed > 0);
  hold(isRight, '5', () => `sale ${sale.id} of ${sale.finalMinor} is ${sale.status} with ${heldMinor} paid`);
}
