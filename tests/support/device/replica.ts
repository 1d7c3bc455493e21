import { lineTotalMinor, sumMinor } from '../../../domain/money.ts';
import { saleNumberOf } from '../../../domain/sales/sale.ts';
import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import type { BaseRow, OutboxEntry, ReplicaState } from '../../../sync/ports.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import type { PullAnswer } from '../../../sync/protocol/pull.ts';
import { type Rows, rowKeyText, type TableName } from '../../../sync/protocol/tables.ts';
import { absorbPull, type AbsorbResult } from '../../../sync/replica/absorb-pull.ts';
import { type ArgumentTools, type BuildArguments, runMutation } from '../../../sync/replica/run-mutation.ts';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import { NOON_MS } from '../shop-rows.ts';
import type { ActSource } from '../../../sync/protocol/act.ts';
import { newTestActs } from './test-acts.ts';
import { freshState, type TestDevice } from './test-device.ts';

export const CLOCK = { nowMs: () => NOON_MS, offsetMinutes: () => 180 };

/** The state of a device that has pulled, so that it can sell. */
export const readyState = (fields: Partial<ReplicaState> = {}): ReplicaState =>
  freshState({
    cookie: 'c0',
    version: 1,
    epoch: 'e1',
    projection: 'admin',
    historyLeft: false,
    snapshotComplete: true,
    ...fields,
  });

/** Drives the device under test. */
export class Replica {
  readonly device: TestDevice;
  readonly acts: ActSource;

  constructor(device: TestDevice, acts = newTestActs()) {
    this.device = device;
    this.acts = acts;
  }

  get database(): LocalDatabase {
    return this.device.database;
  }

  /** Accepts wrong arguments too, because tests try what would not compile in a screen. */
  run = <Name extends MutationName>(
    name: Name,
    build: (tools: ArgumentTools) => unknown,
    opening: string | null = null,
  ) =>
    runMutation(
      { database: this.database, clock: CLOCK, acts: this.acts },
      name,
      build as BuildArguments<Name>,
      opening,
    );

  /** Sells one line; returns the sale's id. */
  async sell(itemId: number, quantityHundredths: number, fields: Record<string, unknown> = {}): Promise<number> {
    const result = await this.run('sale.create', (tools) => ({
      ...saleArgs(tools, itemId, quantityHundredths),
      ...fields,
    }));
    if (!result.ok) throw new Error(`The sale was refused: ${result.error.code}`);
    return result.args.id;
  }

  /** Stores a page that continues the device's cookie, with these rows by table. */
  async absorb(fields: Partial<Omit<PullAnswer, 'pages'>> & { rows?: RowsByTable } = {}): Promise<AbsorbResult> {
    const { rows = {}, ...rest } = fields;
    const state = await this.state();
    const answer: PullAnswer = {
      epoch: 'e1',
      serverTimeMs: NOON_MS,
      baseCookie: state.cookie,
      cookie: nextCookie(state.cookie),
      kind: 'changes',
      projection: state.role,
      version: 1,
      // The cast is safe: rows are sent as plain objects.
      pages: (Object.keys(rows) as TableName[]).map((table) => ({
        table,
        rows: (rows[table] ?? []) as unknown as Record<string, unknown>[],
      })),
      tombstones: [],
      more: false,
      historyLeft: false,
      confirmed: null,
      ...rest,
    };
    return await this.database.write((tx) => absorbPull(tx, answer));
  }

  /**
   * Returns the part of a page that confirms this device's mutations up to a mid, with the device's own hash, as a
   * correct server sends it.
   */
  async confirmed(lmid: number, outcomes: Outcome[] = []): Promise<NonNullable<PullAnswer['confirmed']>> {
    const { confirmedMid, confirmedHash } = await this.state();
    if (lmid === 0) return { lmid, hash: HASH_ZERO, outcomes };
    if (lmid === confirmedMid) return { lmid, hash: confirmedHash, outcomes };
    const entry = await this.read((tx) => tx.outbox.pendingAt(lmid));
    return { lmid, hash: entry?.wire.h ?? 'unknown', outcomes };
  }

  read = <T>(work: (tx: LocalTx) => Promise<T>): Promise<T> => this.database.read(work);
  write = <T>(work: (tx: LocalTx) => Promise<T>): Promise<T> => this.database.write(work);
  state = (): Promise<ReplicaState> => this.read((tx) => tx.meta.getState());
  outbox = (): Promise<OutboxEntry[]> => this.read((tx) => tx.outbox.all());

  async row<T extends TableName>(table: T, id: number): Promise<Rows[T] | undefined> {
    const [row] = await this.read((tx) => tx.rows.get(table, [id]));
    return row;
  }

  async base(table: TableName, id: number): Promise<BaseRow | undefined> {
    const [base] = await this.read((tx) => tx.bases.get([rowKeyText({ table, id })]));
    return base;
  }

  /** Returns the stock on hand, in hundredths. */
  stock = async (itemId: number): Promise<number | undefined> =>
    (await this.row('item', itemId))?.currentStockHundredths;
}

export type RowsByTable = { [T in TableName]?: Rows[T][] };

/** Opens a device with these rows of the server and no acts of its own. */
export async function openReplica(
  open: (state: ReplicaState) => Promise<TestDevice>,
  rows: RowsByTable = {},
  state: Partial<ReplicaState> = {},
  acts = newTestActs(),
): Promise<Replica> {
  const replica = new Replica(await open(readyState(state)), acts);
  await replica.absorb({ rows });
  return replica;
}

export const outcome = (mid: number, kind: Outcome['kind'], codes: string[] = []): Outcome => ({
  mid,
  h: '',
  kind,
  codes,
  detail: {},
});

/** One line of an item at 1,500.00, paid in cash. */
export function saleArgs(tools: ArgumentTools, itemId: number, quantityHundredths: number) {
  const unitPriceMinor = 150_000;
  const totalMinor = lineTotalMinor(quantityHundredths, unitPriceMinor);
  const id = tools.mintId();
  const line = {
    id: tools.mintId(),
    itemId,
    itemName: `Item ${itemId}`,
    itemSku: null,
    quantityHundredths,
    unitPriceMinor,
    listPriceMinor: unitPriceMinor,
    discountMinor: 0 as const,
    totalMinor,
  };
  return {
    id,
    saleNumber: saleNumberOf(tools.nextStampMs()),
    status: 'completed' as const,
    customerId: null as number | null,
    customerName: null as string | null,
    lines: [line],
    totalMinor: sumMinor([totalMinor]),
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: totalMinor,
    currency: 'UGX',
    paymentMethodId: null as number | null,
    paymentMethodName: null as string | null,
    transactionId: null,
    notes: null,
  };
}

/** A new item as a form gives it. */
export const itemArgs = (tools: ArgumentTools, fields: Record<string, unknown> = {}) => ({
  id: tools.mintId(),
  openingMovementId: null,
  initialStockHundredths: 0,
  name: 'Matches',
  description: null,
  type: 'product' as const,
  priceMinor: 20_000,
  currency: 'UGX',
  costPriceMinor: null,
  trackStock: true,
  unitOfMeasure: null,
  itemCategoryId: null,
  category: null,
  subCategory: null,
  reorderLevelHundredths: null,
  advancedEnabled: false,
  sku: null,
  customFields: {},
  ...fields,
});

export const customerArgs = (tools: ArgumentTools, name = 'Asha') => ({
  id: tools.mintId(),
  name,
  phone: null,
  address: null,
  notes: null,
});

const nextCookie = (cookie: string | null): string => `c${Number(cookie?.slice(1) ?? 0) + 1}`;
