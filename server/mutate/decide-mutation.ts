import { actTime, isPossibleTime } from '../../domain/act-time.ts';
import { mayRun } from '../../domain/people/permission.ts';
import type { Applied, MutationClass, MutationContext } from '../../sync/mutation/mutation.ts';
import type { Overlay } from '../../sync/mutation/overlay.ts';
import { readArgs } from '../../sync/mutation/convert.ts';
import { type AnyMutation, mutationNamed } from '../../sync/mutation/registry.ts';
import { type FindDuplicates, findDuplicatesOver } from '../../sync/mutation/duplicate.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import { type RowKey, rowKeyText } from '../../sync/protocol/tables.ts';
import type { Actor } from './server-store.ts';

/** If a device's clock is off by more than this, its mutations are flagged (SYN-23). */
export const CLOCK_SUSPECT_MS = 5 * 60_000;

/** Classes of mutations that describe past events: a sale, a new customer, stock on the shelf. */
const HAPPENED: ReadonlySet<MutationClass> = new Set(['fact', 'delta']);

/** A pushed mutation that this server understands, with its arguments parsed. */
export interface ReadMutation {
  mutation: AnyMutation;
  args: unknown;
}

/** True if the mutation describes something that has happened already. */
const hasHappened = ({ mutation, args }: ReadMutation): boolean =>
  HAPPENED.has(mutation.class) || mutation.hasHappened?.(args) === true;

/**
 * Returns the mutation's definition and arguments; null if a newer build wrote it, which is a failure and no refusal
 * (SYN-10). Throws on arguments that no build could have written.
 */
export function readMutation(wire: Pick<WireMutation, 'name' | 'format' | 'args'>): ReadMutation | null {
  const mutation = mutationNamed(wire.name);
  if (!mutation) return null;
  const read = readArgs(mutation, wire.format, wire.args);
  if (read.ok) return { mutation, args: read.args };
  if (read.why === 'newer_format') return null;
  throw new Error(`The arguments of ${wire.name} are not valid: ${read.issue}`);
}

/** Returns the keys of the rows that the mutation reads. They are fetched for all mutations of a push at once. */
export const rowsWanted = ({ mutation, args }: ReadMutation): RowKey[] => [
  ...mutation.refersTo(args),
  ...mutation.mints(args),
];

/**
 * Runs one mutation over the overlay's rows: checks the actor's permission and the mutations it depends on, then calls
 * its `apply`. Its writes stay in the overlay only if it is accepted. Throws the errors of `apply`.
 */
export async function runOnServer(
  overlay: Overlay,
  read: ReadMutation,
  wire: WireMutation,
  /** `parentRefused`: a mutation that it depends on was refused. `parentClashed`: the reason was an id clash. */
  facts: ServerFacts & { parentRefused: boolean; parentClashed: boolean },
): Promise<Outcome> {
  const { mutation, args } = read;
  // Asked only once the person may run the mutation at all: permissions are checked before the arguments.
  const isPast = () => hasHappened(read);
  const refuse = (code: string, detail: Outcome['detail'] = {}): Outcome => ({
    mid: wire.mid,
    h: wire.h,
    kind: 'refused',
    codes: [code],
    detail,
  });
  if (wire.actorUserId !== facts.actor.userId || !mayRun(facts.actor.role, mutation.name))
    return refuse('not_permitted');
  // Past events are accepted from disabled users too; their other mutations are refused (SYN-25).
  if (!facts.actor.isActive && !isPast()) return refuse('actor_disabled');
  // It refers to an id that another row has here. The device sends both mutations again, with new ids (SYN-22).
  if (facts.parentClashed) return refuse('id_clash');
  // Past events are accepted even if the row that they refer to was refused: a sale's lines have their own names and
  // prices, and payments or receipts of an order's sale go to the sale that another device made of the order (M10).
  const standsAlone = isPast() && mutation.class !== 'delta';
  if (facts.parentRefused && !standsAlone) return refuse('parent_refused');
  const accept = (applied: Exclude<Applied, { kind: 'refused' }>): Outcome => {
    const outcome: Outcome = { mid: wire.mid, h: wire.h, ...outcomeFields(applied) };
    const flags = [
      ...(isPast() && isClockSuspect(wire, facts.nowMs) ? ['clock_suspect'] : []),
      ...(facts.actor.isActive ? [] : ['actor_disabled']),
    ];
    return flags.length > 0 ? flagged(outcome, flags) : outcome;
  };
  // The id of a tombstone is taken too: references to it mean the removed row.
  for (const key of mutation.mints(args))
    if (facts.tombstones.has(rowKeyText(key)) || (await overlay.get(key.table, key.id))) return refuse('id_clash');
  overlay.begin();
  try {
    const applied = await mutation.apply(overlay, args, contextOf(overlay, wire, facts));
    if (applied.kind === 'refused') {
      overlay.drop();
      return refuse(applied.code, applied.detail);
    }
    overlay.keep();
    return accept(applied);
  } catch (error) {
    overlay.drop();
    throw error;
  }
}

/**
 * Adds flags that `apply` does not know: the author is disabled (SYN-25), or the device's clock was wrong (SYN-23). The
 * mutation stays accepted. A conflict stays a conflict.
 */
const flagged = (outcome: Outcome, flags: readonly string[]): Outcome => ({
  ...outcome,
  kind: outcome.kind === 'applied' || outcome.kind === 'merged' ? 'flagged' : outcome.kind,
  codes: [...new Set([...outcome.codes, ...flags])],
});

/** Facts for the decision that only the server has. */
interface ServerFacts {
  businessId: number;
  nowMs: number;
  actor: Actor;
  mintServerId: (() => number) | null;
  findDuplicates: FindDuplicates;
  /** Ids minted by the mutation that belong to removed rows, as `rowKeyText`. */
  tombstones: ReadonlySet<string>;
}

const isClockSuspect = ({ atMs, clockOffsetMs }: WireMutation, nowMs: number): boolean =>
  Math.abs(clockOffsetMs ?? 0) > CLOCK_SUSPECT_MS || !isPossibleTime(atMs, nowMs);

function contextOf(overlay: Overlay, wire: WireMutation, facts: ServerFacts): MutationContext {
  const { clockOffsetMs } = wire;
  const timeOf = (atMs: number) => actTime({ atMs, clockOffsetMs }, facts.nowMs);
  const time = timeOf(wire.atMs);
  return {
    side: 'server',
    businessId: facts.businessId,
    actor: { userId: facts.actor.userId, role: facts.actor.role },
    atMs: time.atMs,
    deviceAtMs: time.deviceAtMs ?? null,
    offsetMinutes: wire.offsetMinutes,
    timeOf,
    clockSuspect: isClockSuspect(wire, facts.nowMs),
    actorDisabled: !facts.actor.isActive,
    mintServerId: facts.mintServerId,
    findDuplicates: findDuplicatesOver(facts.findDuplicates, () => overlay.writes()),
  };
}

function outcomeFields(applied: Exclude<Applied, { kind: 'refused' }>): Pick<Outcome, 'kind' | 'codes' | 'detail'> {
  switch (applied.kind) {
    case 'applied':
    case 'merged':
      return { kind: applied.kind, codes: [], detail: {} };
    case 'flagged':
      return { kind: 'flagged', codes: applied.flags, detail: applied.detail ?? {} };
    case 'conflict':
      return { kind: 'conflict', codes: applied.groups, detail: {} };
    case 'superseded':
      return {
        kind: 'superseded',
        codes: [...(applied.flags ?? [])],
        detail: { byUserId: applied.byUserId, atMs: applied.atMs },
      };
  }
}
