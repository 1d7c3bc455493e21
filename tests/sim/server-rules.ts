import { lineTotalMinor } from '../../domain/money.ts';
import type { Item } from '../../domain/items/item.ts';
import { type Purchase, stockOfPurchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import {
  saleBalanceMinor,
  saleCreditMinor,
  salePaidMinor,
  saleRefundDueMinor,
  saleRefundedMinor,
} from '../../domain/sales/sale-payment.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { User } from '../../domain/people/user.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import { isClash, isNotAccepted } from '../../sync/protocol/outcome.ts';
import { HASH_ZERO } from '../../sync/protocol/constants.ts';
import type { Decision } from './book.ts';
import { decidedAtMs } from '../support/memory/memory-client-calls.ts';
import type { Oracle } from './oracle.ts';
import type { Reached } from './reached.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

/** Reads each decision of the server's commits once, in order. */
export interface ServerWatch {
  onCommit(): void;
  /** Returns a function that goes back to the present state. */
  backUp(): () => void;
}

export function createServerWatch(world: World, businessId: number, oracle: Oracle): ServerWatch {
  /** The number of outcomes read, by client. */
  let seen = new Map<string, number>();
  let refused = new Map<string, { isClash: boolean }>();
  let version = 0;
  return {
    backUp() {
      const then = { seen: new Map(seen), refused: new Map(refused), version };
      return () => {
        [seen, refused, version] = [new Map(then.seen), new Map(then.refused), then.version];
      };
    },
    onCommit() {
      const now = world.server.store.committed(businessId);
      if (now.version === version) return;
      hold(now.version > version, '4', () => 'the version of the server fell');
      version = now.version;
      const { rows } = now;
      for (const client of now.clients) {
        const { clientId } = client;
        const known = seen.get(clientId) ?? 0;
        const outcomes = now.outcomesOf(client);
        hold(
          client.lmid === (outcomes.at(-1)?.mid ?? 0) && outcomes.length >= known,
          '4',
          () => `${clientId} is at ${client.lmid} with ${outcomes.length} outcomes, after ${known}`,
        );
        hold(
          client.hash === (outcomes.at(-1)?.h ?? HASH_ZERO),
          '4',
          () => `${clientId} has another hash than its last outcome`,
        );
        outcomes.slice(known).forEach((outcome, index) => {
          hold(outcome.mid === known + index + 1, '4', () => `${clientId} has a hole before ${outcome.mid}`);
          const atMs = decidedAtMs.get(outcome) ?? world.nowMs();
          const decision = world.book.decide(outcome, { version: now.version, atMs });
          if (!decision) return world.reach('an act brought again');
          const settled = settledBy(decision, rows);
          if (settled) oracle.learnSettled(settled);
          oracle.expect(decision, authorOf(rows, decision.act.actorUserId), refused);
          if (isNotAccepted(outcome)) refused.set(decision.act.key, { isClash: isClash(outcome) });
          else refused.delete(decision.act.key);
          tellReached(world, decision);
        });
        seen.set(clientId, outcomes.length);
      }
      oracle.learn(rows);
      checkStock(rows);
    },
  };
}

/** Returns the conflict that an act settles. */
const settledBy = ({ wire }: Decision, rows: readonly StoredRow[]): StoredRow | undefined =>
  wire.name === 'conflict.settle'
    ? rows.find(({ table, id }) => table === 'conflict' && id === (wire.args as { id: number }).id)
    : undefined;

function authorOf(rows: readonly StoredRow[], userId: number): User {
  // The users exist from the beginning, and none is removed.
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

/** Rules 5 and 6: stock on hand is the sum of its movements, and amounts follow the one rounding rule. */
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
 * Rule 5: the money taken and not given back is the price, minus what is owed, plus what is due back or kept as credit.
 * A completed sale is paid, and a pending one is not.
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
