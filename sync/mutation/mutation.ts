import type * as v from 'valibot';
import type { ActTime } from '../../domain/act-time.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { PermittedMutation } from '../../domain/people/permission.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import type { Conflict } from '../protocol/conflict.ts';
import type { Outcome, RefusalCode } from '../protocol/outcome.ts';
import type { RowKey, Rows, TableName } from '../protocol/tables.ts';
import type { FindTwins } from './twin.ts';

/** How the server treats a mutation; the table is in docs/sync.md, 'The registry of mutations'. */
export type MutationClass = 'fact' | 'delta' | 'set' | 'edit' | 'claim';

/**
 * The rows as a mutation sees them: over Dexie on the device, over SQL on the server, over maps in the simulation.
 * A write is seen by later reads of the same transaction.
 */
export interface MutationTx {
  get<T extends TableName>(table: T, id: number): Promise<Rows[T] | undefined>;
  getMany<T extends TableName>(table: T, ids: readonly number[]): Promise<(Rows[T] | undefined)[]>;
  put<T extends TableName>(table: T, row: Rows[T]): void;
  remove(table: TableName, id: number): void;
  /** All methods of the business, aliases and archived ones too: a shop has a handful. */
  paymentMethods(): Promise<PaymentMethod[]>;
  /** A row that was deleted, as it was then; a device keeps none. */
  getDeleted<T extends TableName>(table: T, id: number): Promise<Rows[T] | undefined>;
  /** True when a sale or an order names this customer, or a sale or one of its payments this payment method. */
  isInUse(table: UsedTable, id: number): Promise<boolean>;
  /** The conflicts over a row that nobody has settled. */
  openConflicts(row: RowKey): Promise<Conflict[]>;
  /** Suppliers of exactly this name, aliases too. */
  suppliersNamed(name: string): Promise<Supplier[]>;
}

/** Rows that are only removed while nothing names them. */
export type UsedTable = 'customer' | 'paymentMethod';

/** Everything that a mutation may know besides its arguments and the rows: no clock and no chance of its own. */
export interface MutationContext {
  readonly side: 'device' | 'server';
  readonly businessId: number;
  readonly actor: { readonly userId: number; readonly role: UserRole };
  /** When the person acted by the device's clock; another time only where that cannot be (domain/act-time.ts). */
  readonly atMs: number;
  /** The device's clock at that time; null: the same as `atMs`. */
  readonly deviceAtMs: number | null;
  /** The device's offset from UTC. */
  readonly offsetMinutes: number;
  /** The same judgement of another time that the arguments name. */
  readonly timeOf: (claimedMs: number) => ActTime;
  /** The server's clock differs so much that the time is in doubt (SYN-23). */
  readonly clockSuspect: boolean;
  readonly actorDisabled: boolean;
  /**
   * A fresh id for a row that only the server makes (a conflict); null on the device and for a plain call, whose author
   * looks first.
   */
  readonly mintServerId: (() => number) | null;
  /** Rows that bear the same value as another, for flags that only the server can know; null on the device. */
  readonly findTwins: FindTwins | null;
}

/** Who brought a row into the world, and when. */
export const stampOf = (context: MutationContext) => ({
  createdByUserId: context.actor.userId,
  createdAtMs: context.atMs,
  offsetMinutes: context.offsetMinutes,
  ...deviceTimeOf(context),
});

/** Who did something to a row that is there, and when. */
export const momentOf = (context: MutationContext) => ({
  byUserId: context.actor.userId,
  atMs: context.atMs,
  ...deviceTimeOf(context),
});

export const deviceTimeOf = ({ deviceAtMs }: Pick<MutationContext, 'deviceAtMs'>): { deviceAtMs?: number } =>
  deviceAtMs === null ? {} : { deviceAtMs };

export const timeOfAct = (context: MutationContext): ActTime => ({ atMs: context.atMs, ...deviceTimeOf(context) });

export type Applied =
  | { kind: 'applied' | 'merged' }
  | { kind: 'flagged'; flags: string[]; detail?: Outcome['detail'] }
  | { kind: 'conflict'; groups: string[] }
  | { kind: 'superseded'; byUserId: number; atMs: number }
  | { kind: 'refused'; code: RefusalCode; detail?: Outcome['detail'] };

export const APPLIED: Applied = { kind: 'applied' };
/** The detail tells who was first and when. */
export const refused = (code: RefusalCode, detail?: Outcome['detail']): Applied =>
  detail ? { kind: 'refused', code, detail } : { kind: 'refused', code };
/** Accepted; with remarks when there are any. */
export const appliedWith = (flags: readonly string[]): Applied =>
  flags.length > 0 ? { kind: 'flagged', flags: [...flags] } : APPLIED;

/** One act of a person on the shop's data, defined once and run on the device and on the server. */
export interface Mutation<Name extends PermittedMutation, Args, Input = unknown> {
  readonly name: Name;
  /** Format of the arguments. An outbox entry keeps the one it was written in; the server converts old ones (SYN-5). */
  readonly format: number;
  /**
   * One step for every older format, by its number: its arguments as the next format has them. Kept for as long as a
   * device may still hold such entries; `tests/sync/mutation/formats.test.ts` keeps an example of each.
   */
  readonly convert?: Readonly<Record<number, (args: unknown) => unknown>>;
  readonly class: MutationClass;
  /** The call of `/api/v1` that it is. */
  readonly call: { readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; readonly path: string };
  readonly schema: v.GenericSchema<Input, Args>;
  /** Beside edits: whether it may leave a question for a person (M10). */
  readonly mayConflict?: boolean;
  /**
   * For other classes than fact and delta: it describes a past event. So it is accepted from a disabled user too
   * (SYN-25), and when a mutation that it depends on was refused (SYN-10).
   */
  readonly hasHappened?: boolean;
  /**
   * When refused, its rows go back at once, without waiting for a person to discard it (M22): a removal, a settling.
   */
  readonly givesBackWhenRefused?: boolean;
  /** The ids that the arguments bring into the world (SYN-2). */
  mints(args: Args): RowKey[];
  /** The rows that must exist for this to make sense; also what both sides load before `apply` in one go. */
  refersTo(args: Args): RowKey[];
  apply(tx: MutationTx, args: Args, context: MutationContext): Promise<Applied>;
}

/** Keeps the argument types of a definition, before and after parsing, while checking its shape. */
export const defineMutation = <Name extends PermittedMutation, Args, Input>(
  mutation: Mutation<Name, Args, Input>,
): Mutation<Name, Args, Input> => mutation;
