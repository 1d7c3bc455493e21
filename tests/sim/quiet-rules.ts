import {
  HISTORY_MONTHS,
  HISTORY_TABLES,
  type Rows,
  rowKeyText,
  TABLE_NAMES,
  type TableName,
} from '../../sync/protocol/tables.ts';
import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import { mintedBy } from '../../sync/replica/read-act.ts';
import { isDecidable } from '../../sync/replica/decide.ts';
import { isNotAccepted } from '../../sync/protocol/outcome.ts';
import { TALLY_KEYS } from '../../sync/replica/tally.ts';
import { checkView } from './view-rule.ts';
import type { ArchivedEntry } from '../../sync/ports.ts';
import type { Conflict } from '../../sync/protocol/conflict.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import type { Disk } from '../support/memory/memory-disk.ts';
import type { Act } from './book.ts';
import type { Device } from './device.ts';
import { seenBy } from './own-rows.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

/** Nothing is under way any more: everybody has everything, and everything that was saved has one fate. */
export async function checkQuiet(world: World): Promise<void> {
  for (const act of world.book.acts)
    hold(
      act.decisions.length === 1 || isLost(world, act) || waitsForPerson(world, act),
      '1',
      () => `act ${act.id} (${act.name}${act.isAcknowledged ? ', acknowledged' : ''}) was never decided`,
    );
  for (const device of world.devices) {
    const disk = device.database.inspect();
    if (isDismissed(world, device)) {
      checkNothingReadable(device, disk);
      continue;
    }
    const { rows } = world.server.store.committed(device.plan.businessId);
    checkSameRows(world, device, disk, rows);
    checkConflicts(device, disk, rows);
    checkRefusals(world, device, disk);
    checkTallies(device, disk);
    await checkView(device, disk);
  }
}

/** True when the server has dismissed the person of this device. */
export function isDismissed(world: World, { plan }: Device): boolean {
  const user = world.server.store.committed(plan.businessId).rowOf('user', plan.userId)?.row;
  return user !== undefined && user !== null && 'isActive' in user && !user.isActive;
}

/** SYN-25: of the shop only what this device itself brought, and has sent. */
function checkNothingReadable(device: Device, { rows, bases, outbox }: Disk): void {
  const brought = new Set([...outbox.values()].flatMap(({ wire }) => mintedBy(wire)).map(rowKeyText));
  for (const table of TABLE_NAMES)
    for (const id of rows[table].keys())
      hold(
        brought.has(rowKeyText({ table, id })),
        '10',
        () => `${device.name} keeps ${table}/${id} of a shop that dismissed its person`,
      );
  hold(bases.size === 0, '10', () => `${device.name} keeps images of rows of a shop that dismissed its person`);
}
/**
 * Two things lose an act: a server that went back to before it had decided it, and a profile that was put back to before
 * it was done; and then no disk that went on may have it.
 */
const isLost = (world: World, act: Act): boolean =>
  act.decisions.length === 0 && (act.isUndone || act.isForgotten) && !world.book.isHeld(act, world.devices);

/**
 * Refused by a history that a backup took back: the refusal stays on the screen, and its person decides (SYN-21, SYN-5);
 * of a dismissed person it is kept until they are let in again (SYN-25).
 */
const waitsForPerson = (world: World, act: Act): boolean =>
  act.isUndone &&
  world.devices.some((device) => {
    const { outbox, archive, state } = device.database.inspect();
    return [...world.book.actsOf(device)].some(([seq, of]) => {
      if (of !== act) return false;
      const isKept = archive.get(seq)?.outcome?.kind === 'refused' && state.resync?.refusedSeqs.includes(seq) === true;
      if (isDismissed(world, device) && isKept) return true;
      // Or has decided, before the server forgot that it had refused it.
      return archive.get(seq)?.proof.decided !== undefined || isDecidable(outbox.get(seq) ?? { state: 'pending' });
    });
  });

/** 7: every image of a row on the device is the server's, as its role may see it. */
function checkSameRows(world: World, device: Device, { rows, bases, state }: Disk, stored: readonly StoredRow[]): void {
  const expected = new Map(
    stored
      .map(({ table, id, row }) => [rowKeyText({ table, id }), row && seenBy(state.role, table, row)] as const)
      .filter((entry): entry is [string, Rows[TableName]] => entry[1] !== null && entry[1] !== undefined),
  );
  const asStaff = new Map(
    stored.map(({ table, id, row }) => [rowKeyText({ table, id }), row && seenBy('staff', table, row)]),
  );
  const images = new Map<string, Rows[TableName]>();
  for (const table of TABLE_NAMES) for (const [id, row] of rows[table]) images.set(rowKeyText({ table, id }), row);
  for (const [key, base] of bases) {
    if (base.row) images.set(key, base.row);
    else images.delete(key);
  }
  // Less of the past than others have on a device that had no space (SYN-26).
  const beginMs = Math.max(world.nowMs() - WINDOW_MS, state.window?.sinceMs ?? 0);
  // The disk spoilt it before its window grew so short: what is older than that no device compares (SYN-14).
  const isOutOfReach = (key: string, row: Rows[TableName]): boolean =>
    world.spoiltRows.has(key) && row.createdAtMs < (state.window?.sinceMs ?? 0);
  for (const [key, row] of expected) {
    const image = images.get(key);
    // A clock that was a year behind wrote it; a device that began since asks for it when somebody does (SYN-12).
    if (!image && row && isBeyondWindow(key, row, beginMs)) continue;
    if (row && isOutOfReach(key, row)) continue;
    hold(image, '7', () => `${device.name} lacks ${key}`);
    // Its person became an admin when it had left the window: what that role sees of it is not sent again (SYN-12).
    if (row && isBeyondWindow(key, row, beginMs) && canonicalJson(image) === canonicalJson(asStaff.get(key))) continue;
    hold(
      canonicalJson(image) === canonicalJson(row),
      '7',
      () => `${device.name} has ${key} as ${canonicalJson(image)}, the server as ${canonicalJson(row)}`,
    );
  }
  for (const key of images.keys()) hold(expected.has(key), '7', () => `${device.name} has ${key}, the server does not`);
}

/** 12: every open conflict is on the screen of every device whose person may know of it, and no settled one. */
function checkConflicts(device: Device, { rows, bases, state }: Disk, stored: readonly StoredRow[]): void {
  for (const { table, id, row } of stored) {
    if (table !== 'conflict' || !row || seenBy(state.role, table, row) === null) continue;
    // The device's own refused edit stays in view until a person decides about it (SYN-5).
    if (bases.has(rowKeyText({ table, id }))) continue;
    const [there, here] = [(row as Conflict).status, rows.conflict.get(id)?.status];
    hold(there === here, '12', () => `${device.name} shows conflict ${id} as ${here}; on the server it is ${there}`);
  }
}

const WINDOW_MS = (HISTORY_MONTHS - 1) * 31 * 24 * 60 * 60_000;

/** Unpaid sales are on every device, whatever their age. */
const isBeyondWindow = (key: string, row: Rows[TableName], beginMs: number): boolean =>
  HISTORY_TABLES.some((table) => key.startsWith(`${table}/`)) &&
  row.createdAtMs < beginMs &&
  !('saleNumber' in row && row.status === 'pending') &&
  !('supplierId' in row && row.paymentStatus !== 'paid');

const wasAccepted = (archived: ArchivedEntry | undefined): boolean =>
  archived?.outcome !== undefined && archived.outcome !== null && !isNotAccepted(archived.outcome);

/** 1: what the server refused is on the screen of every device that it was saved on, until a person has decided it. */
function checkRefusals(world: World, device: Device, { outbox, archive }: Disk): void {
  for (const [seq, act] of world.book.actsOf(device)) {
    const outcome = act.decisions[0]?.outcome;
    const kind = outcome?.kind;
    const entry = outbox.get(seq);
    // Decided by a person, and forgotten with the archive of so long ago.
    if (world.hasRested && !entry && !archive.has(seq)) continue;
    if (kind === undefined && waitsForPerson(world, act)) continue;
    // Accepted once; a server that had lost it heard of it again from a copy of this profile while its person was
    // dismissed, and told that copy.
    if (!entry && archive.has(seq) && outcome?.codes[0] === 'actor_disabled' && hasCopy(world, device)) continue;
    // Retried and accepted on a copy of this profile, or here before the device was put back to an earlier time: whoever
    // brings another attempt is told that (SYN-7a).
    if (!entry && world.book.isAccepted(act) && wasAccepted(archive.get(seq))) continue;
    if (archive.get(seq)?.proof.decided)
      hold(!entry, '1', () => `${device.name} keeps act ${act.id}, which was decided`);
    else if (kind === 'refused' || kind === 'quarantined')
      hold(
        entry?.state === kind,
        '1',
        () =>
          `${device.name} does not show that act ${act.id} (${act.name}) was ${kind} (${outcome?.codes.join(' ')}): ${entry?.state ?? 'it is gone'}`,
      );
    else hold(!entry, '11', () => `${device.name} still waits with act ${act.id} (${act.name}), which was ${kind}`);
  }
}

/** True when its profile lives twice or was put back: the other life may know what this one does not. */
const hasCopy = (world: World, device: Device): boolean =>
  device.wasPutBack ||
  world.devices.some(
    (other) => other !== device && other.database.inspect().state.clientId === device.database.inspect().state.clientId,
  );

/** The counts that lists and Home show are those of the rows. */
function checkTallies(device: Device, { rows, tallies }: Disk): void {
  const counts = {
    [TALLY_KEYS.sales]: rows.sale.size,
    [TALLY_KEYS.items]: rows.item.size,
    [TALLY_KEYS.activeItems]: [...rows.item.values()].filter((item) => item.isActive).length,
  };
  for (const [key, count] of Object.entries(counts))
    hold(
      (tallies.get(key) ?? 0) === count,
      '7',
      () => `${device.name} counts ${tallies.get(key) ?? 0} of ${key} instead of ${count}`,
    );
}
