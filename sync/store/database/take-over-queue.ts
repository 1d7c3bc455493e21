import type { Transaction } from 'dexie';
import type { ArchivedEntry, OutboxEntry, ReplicaState } from '../../ports.ts';
import { sourceFromId } from '../../protocol/act.ts';
import { actOfBuildBefore, type WireBefore } from '../../protocol/build-before.ts';
import { actFrom } from '../../protocol/derived-act.ts';
import { HASH_ZERO } from '../../protocol/constants.ts';
import { placedFromOne } from '../../replica/new-queue.ts';
import type { Meta } from './schema.ts';

/*
 * Converts the outbox and archive of a device of the build before (SYN-5). Each change gets the act that follows from
 * its old identity, and the waiting changes begin a new queue. The server gives the same acts to the changes that it
 * has decided (migration 0015), so nothing that was sent counts twice. Name, format, arguments, author and times stay.
 */

/** The fields of that build's entries that differ from today's. */
interface EntryBefore {
  seq: number;
  /** The id that the form generated when it was opened. */
  act?: string;
  incarnation: number;
  wire: WireBefore;
  /** 'settled': the server had decided it, and no page of a pull had reported that yet. */
  state: OutboxEntry['state'] | 'settled';
  clashedAs?: number;
  /** True if the entry was refused because of its id; its change has another entry with another mid. */
  issuedAgain?: true;
  previousHash?: string | null;
}
type Before<Entry extends OutboxEntry> = Omit<Entry, keyof EntryBefore> & EntryBefore;

type StateBefore = ReplicaState & { incarnation: number; leases: readonly { block: number }[]; renumbered?: unknown };

/** Number of ids in a leased block. */
const BLOCK_IDS = 2 ** 20;

export async function takeOverQueue(transaction: Transaction): Promise<void> {
  const meta = transaction.table<Meta, string>('meta');
  const found = await meta.get('state');
  if (found?.key !== 'state') return;
  const { incarnation, leases, renumbered: _renumbered, ...state } = found.value as StateBefore;
  const outbox = transaction.table<OutboxEntry | Before<OutboxEntry>, number>('outbox');
  const archive = transaction.table<ArchivedEntry | Before<ArchivedEntry>, number>('archive');
  // The cast is safe: these are entries as that build wrote them.
  const waiting = (await outbox.toArray()) as Before<OutboxEntry>[];
  const archived = (await archive.toArray()) as Before<ArchivedEntry>[];
  const take = takerOf(state.clientId, [...waiting, ...archived]);

  const again = waiting.filter((entry) => entry.issuedAgain);
  const taken = waiting.filter((entry) => !entry.issuedAgain).map((entry) => take<OutboxEntry>(entry));
  const placed = placedFromOne(taken.filter((entry) => entry.state === 'pending'));
  await outbox.bulkDelete(again.map(({ seq }) => seq));
  await outbox.bulkPut([...taken.filter((entry) => entry.state !== 'pending'), ...placed]);
  await archive.bulkPut(archived.map((entry) => take<ArchivedEntry>(entry)));
  // Money that was taken on this device under the older ids belongs in this device's drawer.
  await meta.put({ key: 'sources', value: leases.map(({ block }) => sourceFromId(block * BLOCK_IDS)) });
  await meta.put({
    key: 'state',
    value: {
      ...state,
      // Every copy of the browser profile computes the same client. When two copies then differ, one of them notices
      // the fork (SYN-20).
      clientId: actFrom(state.clientId, incarnation, 'queue').slice(0, state.clientId.length),
      formerClientId: state.clientId,
      nextMid: placed.length + 1,
      lastHash: placed.at(-1)?.wire.h ?? HASH_ZERO,
      confirmedMid: 0,
      confirmedHash: HASH_ZERO,
      resync: state.resync ? { ...state.resync, lostSeq: null } : null,
      dismissal: state.dismissal ? { sentMid: 0 } : null,
    },
  });
}

function takerOf(clientId: string, entries: readonly EntryBefore[]) {
  const actOf = ({ incarnation, wire: { mid, h } }: EntryBefore) => actOfBuildBefore({ clientId, incarnation, mid, h });
  const actsByPlace = new Map(entries.map((entry) => [`${entry.incarnation}/${entry.wire.mid}`, actOf(entry)]));
  return <Entry extends OutboxEntry>(before: Before<Entry>): Entry => {
    const {
      act: opening,
      incarnation,
      state,
      wire,
      clashedAs: _as,
      issuedAgain: _again,
      previousHash: _hash,
      ...entry
    } = before;
    const deps = wire.deps.flatMap((mid) => actsByPlace.get(`${incarnation}/${mid}`) ?? []);
    return {
      ...entry,
      ...(opening !== undefined && { opening }),
      state: state === 'settled' ? 'pending' : state,
      wire: { ...wire, act: actOf(before), attempt: 0, deps },
      // The cast is safe: only the fields named here differ between the two builds.
    } as unknown as Entry;
  };
}
