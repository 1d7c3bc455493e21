import type {
  ArchivedEntry,
  BaseRow,
  FormDraft,
  JournalEvent,
  OutboxEntry,
  ReplicaState,
  StagedRow,
  SyncStatus,
} from '../../../sync/ports.ts';
import { type Rows, TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import { NEW_SYNC_STATUS } from '../../../sync/replica/state.ts';
import { JOURNAL_EVENTS_MAX } from '../../../sync/store/database/dexie-tx.ts';
import { deepFreeze } from './deep-freeze.ts';
import { DraftMap } from './draft-map.ts';

/** The contents of a device's disk between two transactions. */
export interface Disk {
  rows: { [T in TableName]: Map<number, Rows[T]> };
  bases: Map<string, BaseRow>;
  staged: Map<string, StagedRow>;
  outbox: Map<number, OutboxEntry>;
  archive: Map<number, ArchivedEntry>;
  counts: Map<string, number>;
  journal: JournalEvent[];
  drafts: Map<string, FormDraft>;
  /** The sources of the acts made here. */
  sources: readonly string[];
  state: ReplicaState;
  status: SyncStatus;
}

/** A map of rows for each table. */
function perTable<Maps>(mapOf: (table: TableName) => unknown): Maps {
  return Object.fromEntries(TABLE_NAMES.map((table) => [table, mapOf(table)])) as Maps;
}

export const emptyDisk = (state: ReplicaState): Disk => ({
  rows: perTable(() => new Map()),
  bases: new Map(),
  staged: new Map(),
  outbox: new Map(),
  archive: new Map(),
  counts: new Map(),
  journal: [],
  drafts: new Map(),
  sources: [],
  state: deepFreeze(state),
  status: NEW_SYNC_STATUS,
});

/** Rows are frozen, so that copies may share them. */
export const copyDisk = (disk: Disk): Disk => ({
  ...disk,
  rows: perTable((table) => new Map<number, unknown>(disk.rows[table])),
  bases: new Map(disk.bases),
  staged: new Map(disk.staged),
  outbox: new Map(disk.outbox),
  archive: new Map(disk.archive),
  counts: new Map(disk.counts),
  drafts: new Map(disk.drafts),
});

/** One transaction's view: its writes over the disk. */
export class Draft {
  readonly rows: { [T in TableName]: DraftMap<number, Rows[T]> };
  readonly bases: DraftMap<string, BaseRow>;
  readonly staged: DraftMap<string, StagedRow>;
  readonly outbox: DraftMap<number, OutboxEntry>;
  readonly archive: DraftMap<number, ArchivedEntry>;
  readonly counts: DraftMap<string, number>;
  readonly drafts: DraftMap<string, FormDraft>;
  readonly events: JournalEvent[] = [];
  sources: readonly string[];
  state: ReplicaState;
  status: SyncStatus;
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.rows = perTable((table) => new DraftMap<number, unknown>(disk.rows[table]));
    this.bases = new DraftMap(disk.bases);
    this.staged = new DraftMap(disk.staged);
    this.outbox = new DraftMap(disk.outbox);
    this.archive = new DraftMap(disk.archive);
    this.counts = new DraftMap(disk.counts);
    this.drafts = new DraftMap(disk.drafts);
    this.sources = disk.sources;
    this.state = disk.state;
    this.status = disk.status;
  }

  isChanged(): boolean {
    return (
      [...TABLE_NAMES.map((table) => this.rows[table]), ...this.#others()].some((map) => map.isChanged()) ||
      this.events.length > 0 ||
      this.state !== this.#disk.state ||
      this.status !== this.#disk.status
    );
  }

  #others() {
    return [this.bases, this.staged, this.outbox, this.archive, this.counts, this.drafts];
  }

  commit(): Disk {
    for (const table of TABLE_NAMES) this.rows[table].commit();
    for (const map of this.#others()) map.commit();
    const journal =
      this.events.length === 0
        ? this.#disk.journal
        : [...this.#disk.journal, ...this.events].slice(-JOURNAL_EVENTS_MAX);
    return { ...this.#disk, journal, sources: this.sources, state: this.state, status: this.status };
  }
}
