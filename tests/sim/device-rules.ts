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
    // This replays all rows, so only if the server's images or the acts' places have changed.
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

/** Rules 4 and 8: counters never fall, and the outbox has every mid that the server has not confirmed. */
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

/**
 * Rule 14: what left the outbox is archived with its proof, and a page that this device has pulled contains the
 * decision.
 */
function checkProof(world: World, device: Device, { state, archive }: Disk, entry: OutboxEntry): void {
  const say = (what: string) => () => `${device.name} removed ${entry.wire.name} (mid ${entry.wire.mid}) ${what}`;
  const archived = archive.get(entry.seq);
  hold(archived, '14', say('without an archived proof'));
  const decision = world.book.decisionOf(entry);
  hold(decision, '14', say('which the server never decided'));
  // The archive keeps what a person has decided. Its proof may come from a history that a restore has ended.
  const isOfBefore = decision.act.isUndone && archived.proof.decided !== undefined;
  const isUndone = isOfBefore || !decision.act.decisions.includes(decision);
  // The decision was proved before a logout removed the rows; after the next sign-in versions start again.
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
  // The page was on its way when the server was restored: to before the page's lmid, but not to before this decision.
  const isPassed = world.restoreCount > 0 && !proof;
  hold(
    archived.proof.lmid === 0 || proof?.h === archived.proof.hash || isUndone || isPassed,
    '14',
    say('with a proof that is not the server’s'),
  );
}

/** Rule 9: no row is visible before the rows that it refers to, unless these never reached the server. */
function checkParents(world: World, device: Device, disk: Disk, commit: Commit): void {
  // The page was on its way when the server was restored. The restored server may still have rows that were removed.
  if (world.restoreCount > 0 && !world.isOfThisHistory(device.plan.businessId, disk.state.cookie)) return;
  const gone = [...commit.rows.values()].filter(({ table, id }) => !disk.rows[table].has(id));
  for (const { table, id, before } of commit.rows.values()) {
    const row = disk.rows[table].get(id);
    // A row that was retried after a clash has a new id: its earlier form is among the rows that are gone (SYN-22).
    const earlier = before ? [before] : gone.filter((each) => each.table === table).map((each) => each.before);
    const named = new Set(earlier.flatMap((each) => (each ? parentsOf(table, each).map(rowKeyText) : [])));
    for (const parent of row ? parentsOf(table, row) : []) {
      if (disk.rows[parent.table].has(parent.id) || world.retriedRows.has(rowKeyText(parent))) continue;
      // This device has removed it, and the server has not decided that yet.
      if (disk.bases.has(rowKeyText(parent))) continue;
      // The row had no parent before either, and no page has come. Only the restored server has the parent again
      // (SYN-21).
      const isAsBefore = named.has(rowKeyText(parent)) && !commit.rows.has(rowKeyText(parent));
      if (isAsBefore && disk.state.cookie === commit.before.cookie) continue;
      // A restored server may get a child back before its parent, which another device has.
      if (world.restoreCount > 0 && world.versionOf(device.plan.businessId, parent) > disk.state.version) continue;
      // At the version of this page a supplier may be removed that has come back since; or a snapshot may remove it.
      const version = Math.max(disk.state.version, row?.version ?? 0);
      hold(
        !world.hasHad(device.plan.businessId, parent, version),
        '9',
        () => `${device.name} shows ${table}/${id} before ${rowKeyText(parent)}`,
      );
    }
  }
}

/** Rule 8: rows that waiting acts created are visible. */
function checkPending(world: World, device: Device, disk: Disk): void {
  for (const entry of disk.outbox.values()) {
    const { wire, state, unfit } = entry;
    // A logout removed the rows, and the act does not fit the present ones.
    if (unfit !== null && device.wasSealed) continue;
    const table = TABLE_OF[wire.name];
    // Every mutation that creates a row names its id `id`.
    const { id } = (wire.args ?? {}) as { id?: number };
    // Another row has this id.
    if (unfit === 'id_clash') continue;
    // It was decided once. As with any other row, the disk may have lost it (SYN-14), or somebody may have removed it.
    // Until the restored server's copy has come, the rows are those from before the restore.
    if (entry.isLost) continue;
    // A restored server may refuse what it had accepted before the restore. Then the device has no image of the rows,
    // also while the act waits because its author retried it.
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

/** True if this device has removed the row since, or the supplier or method whose alias it is. */
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
