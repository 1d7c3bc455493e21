import type { OutboxEntry } from '../../sync/ports.ts';
import { isNotAccepted } from '../../sync/protocol/outcome.ts';
import { rowKeyText, type TableName } from '../../sync/protocol/tables.ts';
import type { Disk } from '../support/memory/memory-disk.ts';
import type { Device } from './device.ts';
import { parentsOf } from './own-rows.ts';
import { checkView } from './view-rule.ts';
import { hold } from './violation.ts';
import type { Commit } from './watched-database.ts';
import type { World } from './world.ts';

/** Checks what must hold on a device after each of its transactions (docs/sync.md, 'What must hold'). */
export async function checkCommit(world: World, device: Device, commit: Commit): Promise<void> {
  const disk = device.database.inspect();
  tellReached(world, device, disk, commit);
  checkState(device, disk, commit);
  for (const entry of commit.removed) checkProof(world, device, disk, entry);
  if (disk.state.sealed) return;
  // A device that begins, or begins anew after a sign-in, has nothing to show until its first snapshot is whole.
  if (disk.state.snapshotComplete) {
    checkParents(world, device, disk, commit);
    checkPending(world, device, disk);
    // Told again over all rows, so only when the server's images or the acts' places moved.
    const isMoved = disk.state.cookie !== commit.before.cookie || disk.state.clientId !== commit.before.clientId;
    if (isMoved) await checkView(device, disk);
  }
  if (disk.state.role === 'staff' && disk.state.projection === 'staff') checkStaffBytes(device, disk, commit);
}

function tellReached(world: World, device: Device, { state, outbox, bases }: Disk, commit: Commit): void {
  const isPull = state.cookie !== commit.before.cookie && state.cookie !== null;
  const waiting = isPull ? [...outbox.values()].filter((entry) => entry.state === 'pending').length : 0;
  if (waiting >= 10 && [...commit.rows.keys()].some((key) => bases.has(key))) {
    world.reach('rebase with 10 or more pending');
  }
  if (commit.put.some((entry) => entry.unfit !== null)) world.reach('unfit mutation');
  if (commit.before.resync && !state.resync && !state.sealed)
    world.reach(commit.before.resync.isRestored ? 'an epoch change' : 'a resync');
  if (commit.before.resync?.cookie && state.resync?.cookie && state.resync.historyLeft)
    world.reach('a new copy that waits for its history');
  for (const event of commit.journal) {
    if (event.what === 'healed' && event.detail['sent'] !== 0) world.reach('a server healed');
    if (event.what === 'stale_page') world.reach('stale page dropped');
    if (event.what === 'gap') world.reach('gap');
    if (event.what === 'dismissed') {
      device.wasSealed = true;
      if (outbox.size > 0) world.reach('dismissed with changes waiting');
    }
    if (event.what === 'repaired' && event.detail['count'] !== 0) world.reach('spoilt copy repaired');
    if (event.what === 'reinstated') world.reach('reinstated');
    if (event.what === 'fork') world.reach('fork');
    if (event.what === 'fork' && event.detail['sentAgain'] !== 0) world.reach('fork with changes to send again');
  }
  if (commit.before.projection && state.projection && commit.before.projection !== state.projection)
    world.reach('role flip');
}

/** 4, 8: what only rises has not fallen, and the outbox has every number that the server has not confirmed. */
function checkState(device: Device, { state, outbox }: Disk, { before }: Commit): void {
  const say = (what: string) => () => `${device.name}: ${what}`;
  const isFlip = before.resync?.isRestored === true && state.resync === null;
  hold(state.nextSeq >= before.nextSeq, '8', say('the local numbers went back'));
  hold(
    state.version >= before.version || state.sealed || isFlip,
    '8',
    say(`the version fell from ${before.version} to ${state.version}`),
  );
  const isSame = state.clientId === before.clientId;
  hold(
    !isSame || (state.confirmedMid >= before.confirmedMid && state.nextMid >= before.nextMid),
    '4',
    say('the confirmed mid or the next mid fell'),
  );
  const mids = new Set<number>();
  for (const entry of outbox.values()) {
    if (entry.state !== 'pending') continue;
    hold(!mids.has(entry.wire.mid), '2', say(`mid ${entry.wire.mid} is in the outbox twice`));
    mids.add(entry.wire.mid);
  }
  for (let mid = state.confirmedMid + 1; mid < state.nextMid; mid += 1)
    hold(mids.has(mid), '14', say(`mid ${mid} is missing in the outbox`));
}

/** 14: what left the outbox is archived with its proof, and the server did decide it, in what this device has pulled. */
function checkProof(world: World, device: Device, { state, archive }: Disk, entry: OutboxEntry): void {
  const say = (what: string) => () => `${device.name} removed ${entry.wire.name} (mid ${entry.wire.mid}) ${what}`;
  const archived = archive.get(entry.seq);
  hold(archived, '14', say('without an archived proof'));
  const decision = world.book.decisionOf(entry);
  hold(decision, '14', say('which the server never decided'));
  // A person's decision stays archived, with proof from the history that the server has left since.
  const isOfBefore = decision.act.isUndone && archived.proof.decided !== undefined;
  const isUndone = isOfBefore || !decision.act.decisions.includes(decision);
  // The decision was proved before a logout took the rows; after it the versions begin anew.
  const isOfBeforeLogout = device.wasSealed && !state.snapshotComplete && archived.proof.decided !== undefined;
  hold(
    decision.version <= state.version || isUndone || isOfBeforeLogout,
    '14',
    say(`decided in version ${decision.version}, at its own version ${state.version}`),
  );
  hold(
    isNotAccepted(decision.outcome) === (archived.proof.decided !== undefined),
    '1',
    say(`although it was ${decision.outcome.kind} and its author said: ${archived.proof.decided?.kind ?? 'nothing'}`),
  );
  const proof = world.server.store
    .committed(device.plan.businessId)
    .outcomesOf(state)
    .find((outcome) => outcome.mid === archived.proof.lmid);
  // The page was on its way when the server went back to before the last that it speaks of, and not before this one.
  const isPassed = world.restoreCount > 0 && !proof;
  hold(
    archived.proof.lmid === 0 || proof?.h === archived.proof.hash || isUndone || isPassed,
    '14',
    say('with a proof that is not the server’s'),
  );
}

/** 9: no row is visible before the rows that it refers to, unless these never reached the server. */
function checkParents(world: World, device: Device, disk: Disk, commit: Commit): void {
  // The page was on its way when the server went back, to where it may still have what was removed since.
  if (world.restoreCount > 0 && !world.isOfThisHistory(device.plan.businessId, disk.state.cookie)) return;
  const gone = [...commit.rows.values()].filter(({ table, id }) => !disk.rows[table].has(id));
  for (const { table, id, before } of commit.rows.values()) {
    const row = disk.rows[table].get(id);
    // Sent again after a clash it has a new id: it is one of those that are gone (SYN-22).
    const earlier = before ? [before] : gone.filter((each) => each.table === table).map((each) => each.before);
    const named = new Set(earlier.flatMap((each) => (each ? parentsOf(table, each).map(rowKeyText) : [])));
    for (const parent of row ? parentsOf(table, row) : []) {
      if (disk.rows[parent.table].has(parent.id) || world.retriedRows.has(rowKeyText(parent))) continue;
      // This device itself has removed it, which the server has not decided yet.
      if (disk.bases.has(rowKeyText(parent))) continue;
      // It was so before: no page came, and the server that has it again was restored since (SYN-21).
      const isAsBefore = named.has(rowKeyText(parent)) && !commit.rows.has(rowKeyText(parent));
      if (isAsBefore && disk.state.cookie === commit.before.cookie) continue;
      // A child may be healed while its parent is still on another device, and so reach the server first.
      if (world.restoreCount > 0 && world.versionOf(device.plan.businessId, parent) > disk.state.version) continue;
      // A supplier may have been removed by the version of this page and come back since, or be removed by its snapshot.
      const version = Math.max(disk.state.version, row?.version ?? 0);
      hold(
        !world.hasHad(device.plan.businessId, parent, version),
        '9',
        () => `${device.name} shows ${table}/${id} before ${rowKeyText(parent)}`,
      );
    }
  }
}

/** 8: the rows that waiting acts made are in view. */
function checkPending(world: World, device: Device, disk: Disk): void {
  for (const entry of disk.outbox.values()) {
    const { wire, state, unfit } = entry;
    // A logout took the rows with the view of this act, and it cannot be shown over the rows of now.
    if (unfit !== null && device.wasSealed) continue;
    const table = TABLE_OF[wire.name];
    // Whatever makes a row names its id so.
    const { id } = (wire.args ?? {}) as { id?: number };
    // Under its id stands another's row.
    if (unfit === 'id_clash') continue;
    // It was decided once: as with any other row of the copy, the disk may have lost it (SYN-14), or somebody removed it.
    // Until the restored server's copy has come, the rows are those of the server before.
    if (entry.isLost) continue;
    // A restored server may refuse what the one before it had accepted. The card says so; there is no image of the
    // rows, not even while the act waits because its author sent it again.
    const isSentAgain = table && id !== undefined && world.retriedRows.has(rowKeyText({ table, id }));
    if (unfit !== null && world.restoreCount > 0 && (state === 'refused' || isSentAgain)) continue;
    if (table && id !== undefined && !isRemovedHere(disk, table, id))
      hold(
        disk.rows[table].has(id),
        '8',
        () => `${device.name} lost sight of its own ${wire.name} ${wire.mid} (${state})`,
      );
  }
}

/** Its person has removed it since, or the supplier or method that it stands for. */
const isRemovedHere = ({ outbox }: Disk, table: TableName, id: number): boolean =>
  [...outbox.values()].some(
    (entry) =>
      entry.wire.name === `${table}.remove` && (table !== 'customer' || (entry.wire.args as { id: number }).id === id),
  );

const TABLE_OF: Record<string, TableName | undefined> = {
  'item.create': 'item',
  'customer.create': 'customer',
  'supplier.create': 'supplier',
  'feedback.send': 'feedback',
  'cash.count': 'cashCount',
  'sale.create': 'sale',
  'stock.add': 'stockMovement',
  'paymentMethod.create': 'paymentMethod',
};

const COST = /"costPriceMinor":\d/;

/**
 * 10: once the device knows that its person is staff, nothing that only an admin may see is on it. What the person
 * typed as an admin and the server has not decided stays in the outbox: nothing may take it out (SYN-5).
 */
function checkStaffBytes(device: Device, { rows, bases, staged, archive, state }: Disk, commit: Commit): void {
  const tell = (where: string, what: unknown) =>
    hold(
      !COST.test(JSON.stringify(what)),
      '10',
      () => `${device.name}, staff, keeps a cost price in ${where}: ${JSON.stringify(what)}`,
    );
  const tellRow = (where: string, row: object | null | undefined) => row && 'costPriceMinor' in row && tell(where, row);
  for (const row of rows.item.values()) tellRow('an item', row);
  for (const row of rows.stockMovement.values()) tellRow('a movement', row);
  for (const row of rows.conflict.values()) tell('a conflict', row);
  for (const each of staged.values()) tellRow('the new copy', each.row);
  for (const base of bases.values()) {
    tellRow('a base', base.row);
    tellRow('a base', base.next?.row);
  }
  // An archived entry never changes, so it is read when it arrives and when the role changes.
  const archived =
    commit.before.projection === state.projection
      ? commit.removed.map(({ seq }) => archive.get(seq))
      : archive.values();
  for (const entry of archived) tell('the archive', entry?.wire.args ?? null);
}
