import type { ArchivedEntry, LocalTx, OutboxEntry, ReplicaState } from '../ports.ts';
import type { HealAnswer, HealRequest } from '../protocol/heal.ts';
import { HASH_ZERO } from '../protocol/mutation-hash.ts';
import { outcomeLookup, passedOver } from '../protocol/outcome.ts';
import type { WireMutation } from '../protocol/push.ts';
import { isDecidable } from './decide.ts';
import { rebuildRows } from './rebuild.ts';
import { sentMidOf } from './waiting.ts';

/** One mutation that a server before its restore had decided: what is still here of it (SYN-21). */
export interface ChainLink {
  mid: number;
  h: string;
  /** null: another mutation stood before it, of which nothing is here. */
  previousHash: string | null;
  /** null: it cannot be sent again. */
  wire: WireMutation | null;
  /** What it is passed over as. */
  kind: 'refused' | 'quarantined';
  /** It clashed, and its change goes on under another mid (SYN-22). */
  isIssuedAgain: boolean;
}

/** What this device knows of one of its incarnations, in mid order. */
export interface Chain {
  incarnation: number;
  isCurrent: boolean;
  links: ChainLink[];
  /**
   * Of the current incarnation: beyond it the outbox sends as always. On a dismissed user's device, which no pull confirms
   * anything, it reaches as far as something was issued again: sent as it was, that would be doubled (SYN-22).
   */
  confirmed: { mid: number; h: string } | null;
}

/** The incarnations of which something was decided, oldest first, and the current one, which the server may have lost. */
export async function readChains(tx: LocalTx): Promise<Chain[]> {
  const state = await tx.getState();
  const kept = [...(await tx.archive()), ...(await tx.outbox())];
  const incarnations = new Set([...kept.map((entry) => entry.incarnation), state.incarnation]);
  return [...incarnations]
    .filter((incarnation) => incarnation > 0)
    .sort((a, b) => a - b)
    .map((incarnation) => {
      const isCurrent = incarnation === state.incarnation;
      const entries = kept.filter((entry) => entry.incarnation === incarnation);
      return {
        incarnation,
        isCurrent,
        links: linksOf(entries, isCurrent ? { mid: state.confirmedMid, h: state.confirmedHash } : null),
        confirmed: isCurrent ? lastConfirmed(state, entries) : null,
      };
    });
}

function lastConfirmed(state: ReplicaState, entries: readonly OutboxEntry[]): NonNullable<Chain['confirmed']> {
  const again = entries.filter(({ issuedAgain, wire }) => issuedAgain && wire.mid > state.confirmedMid);
  const last = again.reduce<OutboxEntry | null>((a, b) => (a && a.wire.mid > b.wire.mid ? a : b), null);
  return last ? { mid: last.wire.mid, h: last.wire.h } : { mid: state.confirmedMid, h: state.confirmedHash };
}

/**
 * Of what clashed and was issued again (SYN-22) a copy of this profile may have brought the first form to the restored
 * server, where it clashed no more: that one counts, and the later one must not come as well. True when there was one.
 */
export async function yieldToFirstForms(
  tx: LocalTx,
  incarnation: number,
  { lmid, refusals }: Pick<HealAnswer, 'lmid' | 'refusals'>,
): Promise<boolean> {
  const outcomeOf = outcomeLookup(refusals);
  const isTaken = (mid: number) => mid <= lmid && outcomeOf({ mid, h: '' }) === null;
  const isLater = ({ incarnation: of, wire, clashedAs, issuedAgain }: OutboxEntry) =>
    of === incarnation && !issuedAgain && wire.mid > lmid && clashedAs !== undefined && isTaken(clashedAs);
  const archived = (await tx.archive()).filter(isLater);
  const waiting = (await tx.outbox()).filter(isLater);
  await tx.putArchive(archived.map((entry): ArchivedEntry => ({ ...entry, state: 'refused', issuedAgain: true })));
  await tx.putEntries(waiting.map((entry): OutboxEntry => ({ ...entry, touched: [], issuedAgain: true })));
  const state = await tx.getState();
  const touched = waiting.flatMap((entry) => entry.touched);
  if (!state.sealed) await rebuildRows(tx, state, touched);
  return archived.length + waiting.length > 0;
}

/** The newest of this device's acts that a server is known to have decided: one that lacks it was restored. */
export async function lastDecided(tx: LocalTx): Promise<{ incarnation: number; mid: number; h: string } | null> {
  const state = await tx.getState();
  const decidedMid = Math.max(state.confirmedMid, sentMidOf(state));
  for (const chain of (await readChains(tx)).toReversed()) {
    const mid = chain.isCurrent ? decidedMid : (chain.links.at(-1)?.mid ?? 0);
    const h = hashAt(chain, mid);
    if (mid > 0 && h !== null) return { incarnation: chain.incarnation, mid, h };
  }
  return null;
}

function linksOf(entries: readonly OutboxEntry[], proved: Chain['confirmed']): ChainLink[] {
  // What clashed and was issued again may be in view as well, where another copy has it too (SYN-20, SYN-22).
  const byMid = new Map(entries.map((entry) => [entry.wire.mid, entry]));
  for (const entry of entries) if (entry.issuedAgain) byMid.set(entry.wire.mid, entry);
  const sorted = [...byMid.values()].sort((a, b) => a.wire.mid - b.wire.mid);
  return sorted.map((entry, index): ChainLink => {
    const { mid, h, args } = entry.wire;
    const before = sorted[index - 1]?.wire;
    const told = proved?.mid === mid - 1 ? proved.h : null;
    const known = before?.mid === mid - 1 ? before.h : (entry.previousHash ?? told);
    // What was refused stays so: its author has seen it, and may have done it again since.
    const isLasting = entry.state === 'refused' || entry.state === 'quarantined' || entry.issuedAgain;
    // Of an entry without arguments only the proof is left (docs/decisions/0011).
    const isWhole = args !== null && args !== undefined;
    return {
      mid,
      h,
      previousHash: mid === 1 ? HASH_ZERO : known,
      wire: isLasting || !isWhole ? null : entry.wire,
      kind: entry.state === 'quarantined' ? 'quarantined' : 'refused',
      isIssuedAgain: entry.issuedAgain === true,
    };
  });
}

/** Whether the server's history of the incarnation is a beginning, or a continuation, of what is known here. */
export function agrees(chain: Chain, told: Pick<HealAnswer, 'lmid' | 'hash'>): boolean {
  const own = hashAt(chain, told.lmid);
  return own === null || own === told.hash;
}

export function hashAt({ links, confirmed }: Chain, mid: number): string | null {
  if (mid === 0) return HASH_ZERO;
  if (confirmed?.mid === mid) return confirmed.h;
  return links.find((link) => link.mid === mid)?.h ?? links.find((link) => link.mid === mid + 1)?.previousHash ?? null;
}

export type NextToHeal =
  | { kind: 'send'; previousHash: string; mutations: WireMutation[] }
  | { kind: 'pass'; passed: HealRequest['passed'] }
  | { kind: 'done' };

/** What the server lacks next: a run without holes, or the mids that nobody can send any more. */
export function nextToHeal(chain: Chain, lmid: number, countMax: number): NextToHeal {
  const end = chain.confirmed?.mid ?? Infinity;
  const rest = chain.links.filter((link) => link.mid > lmid && link.mid <= end);
  const isSendable = (link: ChainLink) => link.wire !== null && link.previousHash !== null;
  const first = rest.findIndex(isSendable);
  const next = rest[first];
  if (next?.wire && next.previousHash !== null && next.mid === lmid + 1) {
    const mutations: WireMutation[] = [];
    for (const link of rest.slice(first, first + countMax)) {
      if (!link.wire || link.mid !== lmid + 1 + mutations.length) break;
      mutations.push(link.wire);
    }
    return { kind: 'send', previousHash: next.previousHash, mutations };
  }
  const passed = rest
    .slice(0, first < 0 ? rest.length : first)
    .map(({ mid, h, kind, isIssuedAgain }): HealRequest['passed'][number] => ({
      ...{ mid, h, kind },
      ...(isIssuedAgain && { clashed: true }),
    }));
  const reached = passed.at(-1)?.mid ?? lmid;
  if (next?.previousHash && reached < next.mid - 1)
    passed.push({ mid: next.mid - 1, h: next.previousHash, kind: 'refused' });
  if (!next && chain.confirmed && reached < chain.confirmed.mid) passed.push({ ...chain.confirmed, kind: 'refused' });
  return passed.length > 0 ? { kind: 'pass', passed } : { kind: 'done' };
}

/** Refused, be it that no page has told so yet. */
const wasRefused = (entry: OutboxEntry): boolean =>
  isDecidable(entry) || (entry.state === 'settled' && entry.outcome !== null);

/**
 * Writes down what the restored server refuses of what the one before it had taken: it is shown to its author with the
 * new copy, whose rows are those without it. The other way round, what was refused before and a copy of this profile
 * brought since is there: nobody decides about it any more.
 * @param agreedMid up to here both have the same
 * @param isLeft of an incarnation that was left, what comes after it can be sent no more: its author decides (SYN-5)
 */
export async function noteRefusals(
  tx: LocalTx,
  state: ReplicaState,
  incarnation: number,
  { refusals, agreedMid, isLeft }: Pick<HealAnswer, 'refusals'> & { agreedMid: number; isLeft: boolean },
): Promise<ReplicaState> {
  const { resync } = state;
  if (!resync) return state;
  const outcomeOf = outcomeLookup(refusals);
  const outcomeFor = ({ wire, incarnation: of }: OutboxEntry) => {
    if (of !== incarnation) return null;
    const outcome = outcomeOf(wire);
    if (outcome?.h === wire.h) return outcome;
    return isLeft && wire.mid > agreedMid ? passedOver({ ...wire, kind: 'refused' }, wire.mid) : null;
  };
  const archived = (await tx.archive()).flatMap((entry) => {
    const outcome = outcomeFor(entry);
    const isNews = outcome && entry.wire.args !== null && entry.state !== 'refused' && entry.state !== 'quarantined';
    return isNews ? [{ ...entry, outcome }] : [];
  });
  await tx.putArchive(archived);
  const waiting = (await tx.outbox()).flatMap((entry): OutboxEntry[] => {
    const outcome = outcomeFor(entry);
    const isTaken = !outcome && entry.incarnation === incarnation && entry.wire.mid <= agreedMid;
    if (isTaken && wasRefused(entry)) return [{ ...entry, state: 'settled', outcome: null }];
    return entry.state === 'settled' && outcome ? [{ ...entry, outcome }] : [];
  });
  await tx.putEntries(waiting);
  const refusedSeqs = [...new Set([...resync.refusedSeqs, ...archived.map(({ seq }) => seq)])];
  return { ...state, resync: { ...resync, refusedSeqs } };
}
