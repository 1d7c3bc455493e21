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
  /** The task of everything that needs no living device: requests on their way, blows, and what people do by hand. */
  readonly wire: Task;
  readonly server: SimServer;
  readonly book: Book;
  readonly devices: Device[];
  /** True if the run prints its trace. */
  readonly isTraced: boolean;
  /** Rows that a retried act creates. Rows that were accepted without them may be visible before them. */
  readonly retriedRows: Set<string>;
  /** Rows that some disk lost or damaged. */
  readonly spoiltRows: Set<string>;
  /** True while faults occur. */
  isFaulty: boolean;
  /** True while people still act. */
  isOpen: boolean;
  /** True after months have passed, in which archives were pruned. */
  hasRested: boolean;
  /** The true time: that of the schedule, plus the months in which nothing happened. */
  nowMs(): number;
  /** Lets this time pass without any event. */
  rest(ms: number): void;
  /** Backs up the server. The returned function restores it: with a new epoch if `isNamed`, else silently. */
  backUp(): (isNamed: boolean) => void;
  readonly backups: ((isNamed: boolean) => void)[];
  /** The number of restores. */
  restoreCount: number;
  requestCount: number;
  /** Returns a number that no other act of this run has. */
  nextTag(): number;
  note(who: string, what: string): void;
  reach(what: Reached): void;
  /** Ends the run with an error. */
  fail(error: unknown): void;
  /** Announces a new version of the server to listening devices (SYN-16). */
  announce(businessId: number, version: number): void;
  /** True if the server has had the row continuously since this version. */
  hasHad(businessId: number, key: RowKey, sinceVersion: number): boolean;
  /** True if a device with this cookie has seen the present history, not one that a restore has ended. */
  isOfThisHistory(businessId: number, cookie: string | null): boolean;
  /** Returns the row's version on the server; 0 if there is none. */
  versionOf(businessId: number, key: RowKey): number;
  /** Notes that the server has a row that no device brought. */
  onStranger(businessId: number, customer: Customer): void;
  onServerCommit(businessId: number): void;
  onDeviceCommit(device: Device, commit: Commit): Promise<void>;
}
