import type { Customer } from '../../domain/people/customer.ts';
import type { RowKey } from '../../sync/protocol/tables.ts';
import type { Book } from './book.ts';
import type { Device } from './device.ts';
import type { Plan } from './plan.ts';
import type { Chance } from './random.ts';
import type { Reached } from './reached.ts';
import type { Scheduler, Task } from './scheduler.ts';
import type { SimServer } from './server.ts';
import type { Commit } from './watched-database.ts';

/** Everything that the actors of one run share. */
export interface World {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  /** Tasks that need no live device: requests on their way, fates, the shopkeeper's own hands. */
  readonly wire: Task;
  readonly server: SimServer;
  readonly book: Book;
  readonly devices: Device[];
  /** True when a person reads along. */
  readonly isTraced: boolean;
  /** Rows that a retried act brings: what was accepted without them may be seen before them. */
  readonly retriedRows: Set<string>;
  /** Rows that some disk lost, or has otherwise than they were. */
  readonly spoiltRows: Set<string>;
  /** True while things still go wrong. */
  isFaulty: boolean;
  /** True while people still act. */
  isOpen: boolean;
  /** True once months have passed in which archives forgot. */
  hasRested: boolean;
  /** The time of day everywhere: the schedule's, and the months in which nothing happened. */
  nowMs(): number;
  /** Nothing happens for so long, anywhere. */
  rest(ms: number): void;
  /** Copies what the server has; what it answers puts the copy back, as a new history or silently. */
  backUp(): (isNamed: boolean) => void;
  readonly backups: ((isNamed: boolean) => void)[];
  /** How often the server went back to a backup. */
  restoreCount: number;
  requestCount: number;
  /** A number that no other act of this run bears. */
  nextTag(): number;
  note(who: string, what: string): void;
  reach(what: Reached): void;
  /** Ends the run: something broke that may not. */
  fail(error: unknown): void;
  /** The server has a newer version: who listens hears of it (SYN-16). */
  announce(businessId: number, version: number): void;
  /** True when the server has held the row ever since this version. */
  hasHad(businessId: number, key: RowKey, sinceVersion: number): boolean;
  /** True when a device with this cookie has seen the server's present history, not one that a restore ended. */
  isOfThisHistory(businessId: number, cookie: string | null): boolean;
  /** The row's version on the server; 0 when there is none. */
  versionOf(businessId: number, key: RowKey): number;
  /** A row that no device brought is on the server now. */
  onStranger(businessId: number, customer: Customer): void;
  onServerCommit(businessId: number): void;
  onDeviceCommit(device: Device, commit: Commit): Promise<void>;
}
