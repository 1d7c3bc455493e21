import { readCookie } from '../../server/mutate/cookie.ts';
import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import type { ItemEdit } from '../../domain/items/item-history.ts';
import type { EditStamps } from '../../domain/edit-stamp.ts';
import { mutationNamed } from '../../sync/mutation/registry.ts';
import { type Rows, rowKeyText, type TableName } from '../../sync/protocol/tables.ts';
import { deviceContext } from '../../sync/replica/device-context.ts';
import type { Disk } from '../support/memory/memory-disk.ts';
import type { Device } from './device.ts';
import { createReplay } from './replay.ts';
import { hold } from './violation.ts';

/**
 * SYN-3: local row = the server's image with the waiting mutations applied in order. Here all rows are replayed at
 * once, which the device never does.
 */
export async function checkView(device: Device, disk: Disk): Promise<void> {
  const imageOf = <T extends TableName>(table: T, id: number): Rows[T] | undefined => {
    const base = disk.bases.get(rowKeyText({ table, id }));
    // The cast is safe: a base under a key of this table is a row of this table.
    return base ? ((base.row ?? undefined) as Rows[T] | undefined) : disk.rows[table].get(id);
  };
  const shownOnly = [...rowsOfUnfitActs(disk)];
  const replay = createReplay(imagesOn(disk), shownOnly);
  // More pages of a delta are to come: only the last one says which of the device's own acts they contain (SYN-11).
  const isBetweenPages = Boolean(readCookie(disk.state.cookie ?? '')?.change);
  // The images already contain the acts that the restored server lost (SYN-21).
  const acts = [...disk.outbox.values()].filter((entry) => !entry.isLost);
  // Rows that no replay can predict, and the rows of acts that depend on them.
  const unknown = new Set(shownOnly.map(({ table, row }) => rowKeyText({ table, id: row.id })));
  for (const { wire, touched, state, unfit } of acts.sort((a, b) => a.seq - b.seq)) {
    // A removal or settlement that was not accepted has no effect any more (SYN-5a).
    if (/\.(remove|settle)$/.test(wire.name) && (state === 'refused' || state === 'quarantined')) continue;
    const ownKeys = touched.map(rowKeyText);
    // The restored server refused it, and its arguments were removed with its author's role: only its proof is left.
    const isArgumentless = wire.args === null;
    // An act that did not fit is tried again only after the last page, even if it would fit before.
    if (isArgumentless || (isBetweenPages && unfit !== null)) {
      addAll(unknown, ownKeys);
      continue;
    }
    replay.begin();
    const applied = await mutationNamed(wire.name)?.apply(replay.tx, wire.args, deviceContext(disk.state, wire));
    // The rows of an act that no longer fits stay as they were shown.
    const isRefused = applied?.kind === 'refused';
    if (isRefused) replay.undo();
    const written = isRefused ? [] : replay.keep().map(rowKeyText);
    // A row that became an alias since is read again only when a waiting act over it is rebuilt.
    const isOverOthers = written.some((key) => !ownKeys.includes(key));
    const keys = [...ownKeys, ...written];
    const isUnknown = isRefused || isOverOthers || [...keys, ...replay.read()].some((key) => unknown.has(key));
    if (isUnknown) addAll(unknown, keys);
  }
  // Which of two methods of one name is the alias is known only after the server's decision; the default may follow it.
  const isNameOpen = [...disk.outbox.values()].some(({ wire }) => wire.name === 'paymentMethod.create');
  // The same holds for two suppliers of the default name.
  const isSupplierOpen = [...disk.outbox.values()].some(({ touched }) =>
    touched.some(({ table }) => table === 'supplier'),
  );
  // Between pages, its row came with the effect of a waiting act.
  const isOfNewerRow = (conflict: Rows['conflict'] | undefined): boolean =>
    conflict !== undefined && (imageOf(conflict.table, conflict.rowId)?.version ?? 0) > conflict.version;
  for (const { table, id, row: after } of replay.written()) {
    if (unknown.has(rowKeyText({ table, id }))) continue;
    if (isNameOpen && (table === 'paymentMethod' || table === 'business')) continue;
    if (isSupplierOpen && table === 'supplier') continue;
    if (isBetweenPages && table === 'conflict' && isOfNewerRow(after as Rows['conflict'])) continue;
    const local = disk.rows[table].get(id);
    if (isSupplierOpen && table === 'purchase' && withoutSupplier(local) === withoutSupplier(after)) continue;
    if (JSON.stringify(local) === JSON.stringify(after)) continue;
    const [shown, told] = [withoutCost(local), withoutCost(after)];
    hold(shown === told, '8', () => `${device.name} shows ${table}/${id} as ${shown}, its changes make it ${told}`);
  }
}

/** Returns the server's images of all rows: the base of a row that waiting acts have changed, else the row itself. */
function* imagesOn({ rows, bases }: Disk): Generator<{ table: TableName; row: Rows[TableName] }> {
  for (const { table, row } of bases.values()) if (row) yield { table, row };
  for (const [table, ofTable] of Object.entries(rows) as [TableName, Map<number, Rows[TableName]>][])
    for (const row of ofTable.values()) if (!bases.has(rowKeyText({ table, id: row.id }))) yield { table, row };
}

/**
 * Returns the rows that the server does not have, for example because it was restored, and that are shown as they were
 * because no act over them fits any more. A device takes them for rows of the shop: a customer whom one of them names is
 * in use.
 */
function* rowsOfUnfitActs({ rows, bases, outbox }: Disk): Generator<{ table: TableName; row: Rows[TableName] }> {
  const isUnfit = (seq: number): boolean => (outbox.get(seq)?.unfit ?? null) !== null;
  for (const { table, id, row, seqs } of bases.values()) {
    const shown = rows[table].get(id);
    if (row === null && shown !== undefined && seqs.every(isUnfit)) yield { table, row: shown };
  }
}

function addAll(keys: Set<string>, more: Iterable<string>): void {
  for (const key of more) keys.add(key);
}

const withoutSupplier = (purchase: object | undefined): string => canonicalJson({ ...purchase, supplierId: 0 });

/** Leaves out fields that a new role's device cannot know of its own waiting rows before the server has answered. */
function withoutCost(row: object | undefined): string {
  if (!row) return canonicalJson(null);
  const { edits, history }: { edits?: EditStamps; history?: readonly ItemEdit[] } = row;
  const past = (history ?? [])
    .map((edit) => ({ ...edit, was: { ...edit.was, costPriceMinor: undefined } }))
    .filter(({ was, long }) => Object.values(was).some((value) => value !== undefined) || long.length > 0);
  // A stamp without a history counts as a forgotten edit. Staff keep the count, but not the cost price's stamp.
  const costFree = {
    costPriceMinor: undefined,
    edits: { ...edits, costPriceMinor: undefined },
    forgottenEdits: undefined,
  };
  return canonicalJson({ ...row, ...costFree, history: past });
}
