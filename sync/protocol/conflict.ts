import type { TableName } from './tables.ts';

/**
 * Two values of one field group, both meant by a person. Open until somebody keeps one of them, or until both sides
 * say the same; while it is open the server's value stands (sync.md, class edit).
 */
export interface Conflict {
  id: number;
  version: number;
  table: TableName;
  rowId: number;
  group: string;
  /** The values of the edit that came second and was not applied; its author's later edits join it here. */
  mine: ConflictSide;
  /** The values that stand on the server. */
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
