import type * as v from 'valibot';
import type { ActTime } from '../../domain/act-time.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { PermittedMutation } from '../../domain/people/permission.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import type { Conflict } from '../protocol/conflict.ts';
import type { Outcome, RefusalCode } from '../protocol/outcome.ts';
import type { RowKey, Rows, TableName } from '../protocol/tables.ts';
import type { FindDuplicates } from './duplicate.ts';

/** How the server treats a mutation; the table is in docs/sync.md, 'The registry of mutations'. */
export type MutationClass = 'fact' | 'delta' | 'set' | 'edit' | 'claim';

/**
 * The rows as a mutation sees them: over Dexie on the device, over SQL on the server, over maps in the simulation.
 * Reads in the same transaction see earlier writes.
 */
export interface MutationTx {
  get<T extends TableName>(table: T, id: number): Promise<Rows[T] | undefined>;
  getMany<T extends TableName>(table: T, ids: readonly number[]): Promise<(Rows[T] | undefined)[]>;
  put<T extends TableName>(table: T, row: Rows[T]): void;
  remove(table: TableName, id: number): void;
  /** Returns all methods of the business, aliases and archived ones too: a shop has only a handful. */
  paymentMethods(): Promise<PaymentMethod[]>;
  /** Returns a deleted row as it was when it was deleted. A device stores no deleted rows. */
  getDeleted<T extends TableName>(table: T, id: number): Promise<Rows[T] | undefined>;
  /** True if a sale or an order names this customer, or if a sale or one of its payments names this payment method. */
  isInUse(table: UsedTable, id: number): Promise<boolean>;
  /** Returns the open conflicts of a row. */
  openConflicts(row: RowKey): Promise<Conflict[]>;
  /** Returns the suppliers of exactly this name, aliases too. */
  suppliersNamed(name: string): Promise<Supplier[]>;
}

/** Tables whose rows may only be removed while no other row names them. */
export type UsedTable = 'customer' | 'paymentMethod';

/**
 * Everything that a mutation may know besides its arguments and the rows. A mutation has no clock and no random numbers
 * of its own.
 */
export interface MutationContext {
  readonly side: 'device' | 'server';
  readonly businessId: number;
  readonly actor: { readonly userId: number; readonly role: UserRole };
  /**
   * When the person acted, by the device's clock. It is another time only if the device's time is impossible
   * (domain/act-time.ts).
   */
  readonly atMs: number;
  /** The device's clock when the person acted; null if it equals `atMs`. */
  readonly deviceAtMs: number | null;
  /** The device's offset from UTC when the person acted. */
  readonly offsetMinutes: number;
  /** Applies the same check to another time that the arguments name. */
  readonly timeOf: (claimedMs: number) => ActTime;
  /** True if the server's clock differs so much that the time is in doubt (SYN-23). */
  readonly clockSuspect: boolean;
  readonly actorDisabled: boolean;
  /**
   * Returns a fresh id for a row that only the server creates (a conflict). Null on the device, and for a plain call of
   * the API, whose author sees the present row first.
   */
  readonly mintServerId: (() => number) | null;
  /**
   * Finds rows that have the same value as another row, for flags that only the server can know. Null on the device.
   */
  readonly findDuplicates: FindDuplicates | null;
}

/** Returns who created a row, and when. */
export const stampOf = (context: MutationContext) => ({
  createdByUserId: context.actor.userId,
  createdAtMs: context.atMs,
  offsetMinutes: context.offsetMinutes,
  ...deviceTimeOf(context),
});

/** Returns who changed an existing row, and when. */
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
  | { kind: 'superseded'; byUserId: number; atMs: number; flags?: readonly string[] }
  | { kind: 'refused'; code: RefusalCode; detail?: Outcome['detail'] };

export const APPLIED: Applied = { kind: 'applied' };
/** Makes a refusal. `detail` names who was first, and when. */
export const refused = (code: RefusalCode, detail?: Outcome['detail']): Applied =>
  detail ? { kind: 'refused', code, detail } : { kind: 'refused', code };
/** Makes the outcome of an accepted mutation; it is 'flagged' if there are flags. */
export const appliedWith = (flags: readonly string[]): Applied =>
  flags.length > 0 ? { kind: 'flagged', flags: [...flags] } : APPLIED;

/** One act of a person on the shop's data, defined once and run on the device and on the server. */
export interface Mutation<Name extends PermittedMutation, Args, Input = unknown> {
  readonly name: Name;
  /**
   * Format of the arguments. An outbox entry stays in the format that it was written in; the server converts old
   * formats (SYN-5).
   */
  readonly format: number;
  /**
   * One conversion for every older format, by its number: it returns the arguments in the next format. It must stay as
   * long as a device may still have such entries; `tests/sync/mutation/formats.test.ts` has an example of each.
   */
  readonly convert?: Readonly<Record<number, (args: unknown) => unknown>>;
  readonly class: MutationClass;
  /** The call of `/api/v1` that runs this mutation. */
  readonly call: { readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; readonly path: string };
  readonly schema: v.GenericSchema<Input, Args>;
  /** True if a mutation that is no edit may still open a conflict, which a person settles (M10). */
  readonly mayConflict?: boolean;
  /**
   * True if a mutation of a class other than fact and delta describes a past event. So it is accepted from a disabled
   * user too (SYN-25), and also if a mutation that it depends on was refused (SYN-10).
   */
  hasHappened?(args: Args): boolean;
  /**
   * True if a refusal undoes the changed rows at once, without waiting until a person discards the mutation (M22): a
   * removal, a settling.
   */
  readonly givesBackWhenRefused?: boolean;
  /** Returns the keys of the rows that this mutation creates (SYN-2). */
  mints(args: Args): RowKey[];
  /**
   * Returns the keys of the rows that must exist for this mutation to make sense. Both sides also load these rows
   * together before `apply`.
   */
  refersTo(args: Args): RowKey[];
  apply(tx: MutationTx, args: Args, context: MutationContext): Promise<Applied>;
}

/** Returns the definition unchanged, but checks its shape and infers the argument types, before and after parsing. */
export const defineMutation = <Name extends PermittedMutation, Args, Input>(
  mutation: Mutation<Name, Args, Input>,
): Mutation<Name, Args, Input> => mutation;
