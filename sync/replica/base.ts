import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { BaseRow } from '../ports.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';

/** Bases by `rowKeyText`; undefined if no pending entry writes the row. */
export type Bases = ReadonlyMap<string, BaseRow | undefined>;

export async function readBases(tx: LocalTx, keys: readonly RowKey[]): Promise<Bases> {
  const texts = [...new Set(keys.map(rowKeyText))];
  const found = await tx.bases.get(texts);
  return new Map(texts.map((text, index) => [text, found[index]]));
}

/**
 * Must run before a mutation's changes are written: stores the server's image of each row that no pending entry has
 * changed yet, and notes that this entry writes the row (SYN-3). `read`: the bases that were read already.
 */
export async function markWritten(tx: LocalTx, seq: number, changes: readonly RowChange[], read: Bases): Promise<void> {
  const unread = changes.filter((change) => !read.has(rowKeyText(change)));
  const known = unread.length === 0 ? read : new Map([...read, ...(await readBases(tx, unread))]);
  const bases = changes.map((change): BaseRow => {
    const key = rowKeyText(change);
    const base = known.get(key);
    if (base) return { ...base, seqs: [...base.seqs, seq] };
    const { table, id } = change;
    return { key, table, id, row: change.before ?? null, seqs: [seq], next: null, staged: 0 };
  });
  await tx.bases.put(bases);
}
