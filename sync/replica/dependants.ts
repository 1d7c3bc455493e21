import type { OutboxEntry } from '../ports.ts';
import { rowKeyText } from '../protocol/tables.ts';
import { readAct } from './read-act.ts';

interface Link {
  entry: OutboxEntry;
  mints: readonly string[];
  refersTo: readonly string[];
}

/**
 * Returns the entries that depend on the given ones, directly or through others. An entry depends on another if it
 * refers to a row that the other created, or if it names the other among its dependencies (SYN-10). In local order,
 * without the given entries.
 */
export function dependantsOf(entries: readonly OutboxEntry[], outbox: readonly OutboxEntry[]): OutboxEntry[] {
  return reach(entries, outbox, (link, known) => leansOn(link, known));
}

/** Returns the entries of the outbox that the given entries depend on. */
export function parentsOf(entries: readonly OutboxEntry[], outbox: readonly OutboxEntry[]): OutboxEntry[] {
  return reach(entries, outbox, (link, known) => leansOn(known, link));
}

function reach(
  entries: readonly OutboxEntry[],
  outbox: readonly OutboxEntry[],
  isReached: (link: Link, known: Link) => boolean,
): OutboxEntry[] {
  const start = new Set(entries.map((entry) => entry.seq));
  const found = new Map<number, Link>();
  let others = outbox.filter((entry) => !start.has(entry.seq)).map(linkOf);
  // One pass is not enough: a retried entry stands behind the entries that refer to it.
  for (let left = entries.map(linkOf); left.length > 0;) {
    const known = left;
    const next = others.filter((link) => known.some((of) => isReached(link, of)));
    for (const link of next) found.set(link.entry.seq, link);
    others = others.filter((link) => !found.has(link.entry.seq));
    left = next;
  }
  return [...found.values()].map((link) => link.entry).sort((a, b) => a.seq - b.seq);
}

function linkOf(entry: OutboxEntry): Link {
  const act = readAct(entry.wire);
  return {
    entry,
    mints: act ? act.mutation.mints(act.args).map(rowKeyText) : [],
    refersTo: act ? act.mutation.refersTo(act.args).map(rowKeyText) : [],
  };
}

const leansOn = (link: Link, parent: Link): boolean =>
  link.refersTo.some((key) => parent.mints.includes(key)) || link.entry.wire.deps.includes(parent.entry.wire.act);
