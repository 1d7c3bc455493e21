import type { OutboxEntry } from '../ports.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { readAct } from './read-act.ts';

/** Rows, and the entries of the outbox that write them. */
export interface TiedRows {
  keys: Map<string, RowKey>;
  entries: OutboxEntry[];
}

/**
 * Computes the closure: the changed rows, the entries that write them, all rows that those entries write, and so on.
 */
export function tiedTo(changedKeys: readonly RowKey[], outbox: readonly OutboxEntry[]): TiedRows {
  const writersByKey = new Map<string, OutboxEntry[]>();
  for (const entry of outbox) {
    for (const key of entry.touched) {
      const text = rowKeyText(key);
      const writers = writersByKey.get(text);
      if (writers) writers.push(entry);
      else writersByKey.set(text, [entry]);
    }
  }
  const keys = new Map<string, RowKey>();
  const entries = new Map<number, OutboxEntry>();
  const left = [...changedKeys];
  for (let key = left.pop(); key; key = left.pop()) {
    const text = rowKeyText(key);
    if (keys.has(text)) continue;
    keys.set(text, key);
    for (const entry of writersByKey.get(text) ?? []) {
      if (entries.has(entry.seq)) continue;
      entries.set(entry.seq, entry);
      left.push(...entry.touched);
      // A row that an entry only reads must be as it was before later entries. Example: a payment method must exist
      // when an entry makes it the default.
      const isWrittenLater = (read: RowKey) =>
        writersByKey.get(rowKeyText(read))?.some((writer) => writer.seq > entry.seq) ?? false;
      left.push(...readBy(entry).filter(isWrittenLater));
    }
  }
  return { keys, entries: [...entries.values()].sort((a, b) => a.seq - b.seq) };
}

function readBy({ wire }: OutboxEntry): RowKey[] {
  const act = readAct(wire);
  return act ? act.mutation.refersTo(act.args) : [];
}
