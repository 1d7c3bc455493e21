import type { TableName } from './tables.ts';

/**
 * Two values of one field group that two people entered. It is open until a person chooses one of them, or until both
 * sides are the same. While it is open, the server's value is shown (docs/sync.md, class edit).
 */
export interface Conflict {
  id: number;
  version: number;
  table: TableName;
  rowId: number;
  group: string;
  /** The values of the edit that came second and was not applied. Later edits by its author are added here. */
  mine: ConflictSide;
  /** The present values on the server. */
  theirs: ConflictSide;
  status: 'open' | 'settled';
  settled: ConflictSettling | null;
  createdAtMs: number;
}

export interface ConflictSide {
  values: Record<string, unknown>;
  userId: number | null;
  atMs: number;
}

export interface ConflictSettling {
  kept: 'mine' | 'theirs';
  byUserId: number;
  atMs: number;
}
