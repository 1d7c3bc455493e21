import {
  HISTORY_MONTHS,
  HISTORY_TABLES,
  type Rows,
  rowKeyText,
  TABLE_NAMES,
  type TableName,
} from '../../sync/protocol/tables.ts';
import { lastActiveMs } from '../../sync/protocol/last-active.ts';
import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import { mintedBy } from '../../sync/replica/read-act.ts';
import { isDecidable } from '../../sync/replica/decide.ts';
import { isNotAccepted } from '../../sync/protocol/outcome.ts';
import { COUNT_KEYS } from '../../sync/replica/row-counts.ts';
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

/** Checks, when nothing is under way any more, that all copies are equal and that every saved act has one outcome. */
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
    checkCounts(device, disk);
    await checkView(device, disk);
  }
}

/** True if the server has dismissed the user of this device. */
export function isDismissed(world: World, { plan }: Device): boolean {
  const user = world.server.store.committed(plan.businessId).rowOf('user', plan.userId)?.row;
  return user !== undefined && user !== null && 'isActive' in user && !user.isActive;
}

/** A dismissed user's device has no rows of the shop but those that it brought itself (SYN-25). */
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
 * True if the act may be lost: the server was restored to before its decision, or the profile was put back to before
 * the act; and no other disk has it.
 */
const isLost = (world: World, act: Act): boolean =>
  act.decisions.length === 0 && (act.isUndone || act.isForgotten) && !world.book.isHeld(act, world.devices);

/**
 * True for an act that was refused in a history that a restore has ended: the refusal stays on the screen, and its
 * author decides (SYN-21, SYN-5). On a dismissed user's device it is kept until they are reinstated (SYN-25).
 */
const waitsForPerson = (world: World, act: Act): boolean =>
  act.isUndone &&
  world.devices.some((device) => {
    const { outbox, archive, state } = device.database.inspect();
    return [...world.book.actsOf(device)].some(([seq, of]) => {
      if (of !== act) return false;
      const isKept = archive.get(seq)?.outcome?.kind === 'refused' && state.resync?.refusedSeqs.includes(seq) === true;
      if (isDismissed(world, device) && isKept) return true;
      // Or the author decided before the restore.
      return archive.get(seq)?.proof.decided !== undefined || isDecidable(outbox.get(seq) ?? { state: 'pending' });
    });
  });

/** Rule 7: every row image on the device is the server's, as the device's role may see it. */
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
  // A device that had no space keeps fewer months (SYN-26).
  const beginMs = Math.max(world.nowMs() - WINDOW_MS, state.window?.sinceMs ?? 0);
  // True for a row that was damaged before the window became shorter: the audit covers nothing older (SYN-14).
  const isOutOfReach = (key: string, row: Rows[TableName]): boolean =>
    world.spoiltRows.has(key) && row.createdAtMs < (state.window?.sinceMs ?? 0);
  for (const [key, row] of expected) {
    const image = images.get(key);
    // A device whose clock was a year behind wrote it. Newer devices fetch it only when a person asks (SYN-12).
    if (!image && row && isBeyondWindow(key, row, beginMs)) continue;
    if (row && isOutOfReach(key, row)) continue;
    hold(image, '7', () => `${device.name} lacks ${key}`);
    // Its user became an admin after the row had left the window, so the admin's image is not sent again (SYN-12).
    if (row && isBeyondWindow(key, row, beginMs) && canonicalJson(image) === canonicalJson(asStaff.get(key))) continue;
    hold(
      canonicalJson(image) === canonicalJson(row),
      '7',
      () => `${device.name} has ${key} as ${canonicalJson(image)}, the server as ${canonicalJson(row)}`,
    );
  }
  for (const key of images.keys()) hold(expected.has(key), '7', () => `${device.name} has ${key}, the server does not`);
}

/** Rule 12: a device shows every open conflict that its user may see, and no settled one. */
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

/** True if devices need not have the row: it was last active before their window begins, and it is not open. */
const isBeyondWindow = (key: string, row: Rows[TableName], beginMs: number): boolean =>
  HISTORY_TABLES.some((table) => key.startsWith(`${table}/`) && lastActiveMs(table, row) < beginMs);

const wasAccepted = (archived: ArchivedEntry | undefined): boolean =>
  archived?.outcome !== undefined && archived.outcome !== null && !isNotAccepted(archived.outcome);

/** Rule 1: a refusal is shown on every device on which the act was saved, until a person has decided. */
function checkRefusals(world: World, device: Device, { outbox, archive }: Disk): void {
  for (const [seq, act] of world.book.actsOf(device)) {
    const outcome = act.decisions[0]?.outcome;
    const kind = outcome?.kind;
    const entry = outbox.get(seq);
    // A person decided so long ago that the archive has forgotten it.
    if (world.hasRested && !entry && !archive.has(seq)) continue;
    if (kind === undefined && waitsForPerson(world, act)) continue;
    // It was accepted. After a restore a copy of this profile sent it again while its user was dismissed: only that
    // copy knows of the refusal.
    if (!entry && archive.has(seq) && outcome?.codes[0] === 'actor_disabled' && hasCopy(world, device)) continue;
    // It was retried and accepted on a copy of this profile, or here before the profile was put back. Another attempt
    // gets the same outcome (SYN-7a).
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

/** True if its profile was copied or put back: another copy may know what this one does not. */
const hasCopy = (world: World, device: Device): boolean =>
  device.wasPutBack ||
  world.devices.some(
    (other) => other !== device && other.database.inspect().state.clientId === device.database.inspect().state.clientId,
  );

/** The counts shown in lists and on Home equal the numbers of rows. */
function checkCounts(device: Device, { rows, counts }: Disk): void {
  const expected = {
    [COUNT_KEYS.sales]: rows.sale.size,
    [COUNT_KEYS.items]: rows.item.size,
    [COUNT_KEYS.activeItems]: [...rows.item.values()].filter((item) => item.isActive).length,
  };
  for (const [key, count] of Object.entries(expected))
    hold(
      (counts.get(key) ?? 0) === count,
      '7',
      () => `${device.name} counts ${counts.get(key) ?? 0} of ${key} instead of ${count}`,
    );
}
