import { Dexie, type ObservabilitySet } from 'dexie';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { TimeRange } from '../../../domain/time.ts';
import { type ChangedKeys, changedKeysOf } from '../database/changed-keys.ts';
import { NEWEST, type ShopTables } from '../database/schema.ts';

/** The fields of a sale from which sums are computed. */
export type SaleFigures = Pick<Sale, 'status' | 'finalMinor' | 'currency'>;

/** A batch is short, so that the screen stays responsive: a busy day has more sales than one task may read (P9). */
const ROWS_PER_READ = 200;
/** While a thousand sales are sent, they change as often as a pull proves them. A new sum each second is enough. */
const READ_EVERY_MS = 1_000;

/**
 * Follows the figures of all sales of a half-open range of time. They are read once into memory, and from then on only
 * the changes of committed transactions are read, of this tab, another tab or the worker, at most once a second.
 * Returns a function that stops it.
 */
export function followSales(
  { name, tables }: { name: string; tables: ShopTables },
  range: TimeRange,
  onFigures: (figures: readonly SaleFigures[]) => void,
  onError: (error: unknown) => void,
): () => void {
  let figuresById = new Map<number, SaleFigures>();
  let unread: Set<number> | 'all' = 'all';
  let isFollowing = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isBehind = () => !isStopped && (unread === 'all' || unread.size > 0);

  async function catchUp(): Promise<void> {
    const batch = unread;
    unread = new Set();
    try {
      if (batch === 'all') figuresById = await readRange(tables, range);
      else await readSome(tables, range, [...batch], figuresById);
    } catch (error) {
      unread = 'all';
      throw error;
    }
    if (!isStopped) onFigures([...figuresById.values()]);
  }
  async function follow(): Promise<void> {
    isFollowing = true;
    try {
      while (isBehind()) {
        await catchUp();
        await new Promise((resolve) => (timer = setTimeout(resolve, READ_EVERY_MS)));
      }
    } catch (error) {
      // Everything is read again at the next change.
      if (!isStopped) onError(error);
    }
    isFollowing = false;
  }
  const followOn = (): void => {
    // Dexie reports a transaction inside that transaction's own zone, where nothing can be read any more: leave the
    // zone.
    if (!isFollowing && isBehind()) void Dexie.ignoreTransaction(follow);
  };
  const onMutation = (parts: ObservabilitySet): void => {
    unread = withChanged(unread, changedKeysOf(parts, name, 'sale'));
    followOn();
  };
  Dexie.on.storagemutated.subscribe(onMutation);
  followOn();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(onMutation);
  };
}

function withChanged(unread: Set<number> | 'all', changed: ChangedKeys): Set<number> | 'all' {
  if (unread === 'all' || changed === 'all') return 'all';
  for (const id of changed) unread.add(id);
  return unread;
}

async function readRange({ rows }: ShopTables, { fromMs, toMs }: TimeRange): Promise<Map<number, SaleFigures>> {
  const figuresById = new Map<number, SaleFigures>();
  for (let after: readonly number[] = [fromMs]; ;) {
    const sales = await rows.sale.where(NEWEST).between(after, [toMs], false).limit(ROWS_PER_READ).toArray();
    for (const sale of sales) figuresById.set(sale.id, figuresOf(sale));
    const last = sales.at(-1);
    if (!last || sales.length < ROWS_PER_READ) return figuresById;
    after = [last.createdAtMs, last.id];
  }
}

async function readSome(
  { rows }: ShopTables,
  { fromMs, toMs }: TimeRange,
  ids: readonly number[],
  figuresById: Map<number, SaleFigures>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += ROWS_PER_READ) {
    const some = ids.slice(at, at + ROWS_PER_READ);
    const sales = await rows.sale.bulkGet(some);
    some.forEach((id, index) => {
      const sale = sales[index];
      if (sale && sale.createdAtMs >= fromMs && sale.createdAtMs < toMs) figuresById.set(id, figuresOf(sale));
      else figuresById.delete(id);
    });
  }
}

const figuresOf = ({ status, finalMinor, currency }: Sale): SaleFigures => ({ status, finalMinor, currency });
