import * as v from 'valibot';
import type { EditStamp, EditStamps } from '../../domain/edit-stamp.ts';
import { idSchema } from '../../domain/id.ts';
import { type Item, tracksStock } from '../../domain/items/item.ts';
import { withEdit } from '../../domain/items/item-history.ts';
import { lengthFirst } from '../../domain/length-first.ts';
import { FIELD_GROUPS, type EditedTable } from '../merge/field-groups.ts';
import { type FieldValues, type GroupMerge, isSameValues, mergeEdit, valuesOf } from '../merge/three-way.ts';
import type { Conflict, ConflictSettling } from '../protocol/conflict.ts';
import type { RefusalCode } from '../protocol/outcome.ts';
import type { Rows } from '../protocol/tables.ts';
import { APPLIED, type Applied, type MutationContext, type MutationTx, refused } from './mutation.ts';

/** More fields than any row has. */
const EDITED_FIELDS_MAX = 80;

/** The value that the person saw, for every changed field. */
export const editBaseSchema = lengthFirst(v.pipe(v.record(v.string(), v.unknown()), v.maxEntries(EDITED_FIELDS_MAX)));

/** The arguments of a removal: the fields as the person saw them, so that later edits are not removed unseen. */
export const removalSchema = v.object({ id: idSchema, base: v.optional(editBaseSchema, {}) });

/** True if a field differs from what the person saw: then an edit beats a removal (M21). */
export const isEditedSince = (row: object, base: Readonly<FieldValues>): boolean =>
  !isSameValues(base, valuesOf(row, Object.keys(base)));

export interface RowEdit<T extends EditedTable> {
  table: T;
  id: number;
  base: FieldValues;
  change: FieldValues;
  /** The refusal if there is no such row and never was one. */
  missing: RefusalCode;
}

/**
 * Edits fields of a row, merged three ways per field group (docs/sync.md, class edit). Different groups merge without a
 * question. If both sides changed the same group, a conflict is opened and the present value stays. An edit of a
 * deleted row brings the row back. On the device the person sees what they typed until the server has decided.
 */
export async function editRow<T extends EditedTable>(
  tx: MutationTx,
  context: MutationContext,
  edit: RowEdit<T>,
): Promise<Applied> {
  const { table, id, base, change } = edit;
  const living = await tx.get(table, id);
  const row = living ?? (await tx.getDeleted(table, id));
  if (!row) return refused(edit.missing);
  const open = await tx.openConflicts({ table, id });
  const merges = mergeEdit(FIELD_GROUPS[table], base, change, row);
  const written: GroupMerge[] = [];
  const disputed: string[] = [];
  let agrees = false;
  for (const merge of merges) {
    const own = open.find(
      (conflict) => conflict.group === merge.group && conflict.mine.userId === context.actor.userId,
    );
    if (own && joinsConflicts(context)) {
      if (joinConflict(tx, own, merge, row, context)) agrees = true;
      else disputed.push(merge.group);
    } else if (context.side === 'device' || merge.verdict === 'write') {
      written.push(merge);
    } else if (merge.verdict === 'agrees') {
      agrees = true;
    } else {
      openConflict(tx, row, edit, merge, context);
      disputed.push(merge.group);
    }
  }
  if (written.length > 0 || !living) writeGroups(tx, context, table, row, written, open, context.actor.userId);
  // A joined conflict repeats fields of the row. Writing the row ties this mutation to the row, so that a rebase
  // includes it (SYN-3).
  else if (context.side === 'device') tx.put(table, row);
  if (disputed.length > 0) return { kind: 'conflict', groups: disputed };
  if (!living) return { kind: 'flagged', flags: ['restored'] };
  return agrees ? { kind: 'merged' } : APPLIED;
}

/**
 * False for a plain call of the API, which saw the row as it is and so is never in conflict (docs/decisions/0010). A
 * plain call has no ids for a conflict either.
 */
const joinsConflicts = (context: MutationContext): boolean =>
  context.side === 'device' || context.mintServerId !== null;

/**
 * Replaces the author's earlier value in the conflict by the later one, and updates the present values of its fields,
 * which may be more fields than before. Returns true if both are the same; then the conflict is settled.
 */
function joinConflict(
  tx: MutationTx,
  own: Conflict,
  merge: GroupMerge,
  row: object,
  context: MutationContext,
): boolean {
  const values = { ...own.mine.values, ...merge.mine };
  const stands = valuesOf(row, Object.keys(values));
  const mine = { values, userId: context.actor.userId, atMs: context.atMs };
  const joined = { ...own, mine, theirs: { ...own.theirs, values: stands } };
  const agrees = isSameValues(values, stands);
  tx.put('conflict', agrees ? settledConflict(joined, 'mine', context) : joined);
  return agrees;
}

function openConflict<T extends EditedTable>(
  tx: MutationTx,
  row: Rows[T],
  { table, id }: RowEdit<T>,
  merge: GroupMerge,
  context: MutationContext,
): void {
  if (context.mintServerId === null) throw new Error('Who sees the row as it stands is not in conflict with it');
  tx.put('conflict', {
    id: context.mintServerId(),
    version: 0,
    table,
    rowId: id,
    group: merge.group,
    mine: { values: merge.mine, userId: context.actor.userId, atMs: context.atMs },
    theirs: { values: merge.theirs, ...lastEditOf(row, merge.group) },
    status: 'open',
    settled: null,
    createdAtMs: context.atMs,
  });
}

/** Returns the author of a group's present values: its last editor, or the user who created the row. */
function lastEditOf(row: EditableRow, group: string): { userId: number | null; atMs: number } {
  return row.edits?.[group] ?? { userId: row.createdByUserId ?? null, atMs: row.createdAtMs };
}

type EditableRow = { edits?: EditStamps; createdByUserId?: number | null; createdAtMs: number };

/**
 * Writes the values with their author, and updates the present values in the group's open conflicts. `wordOf`: the user
 * whose values these are. This user's own conflict ends with the write. A person who chooses another user's value keeps
 * their own conflict open.
 */
export function writeGroups<T extends EditedTable>(
  tx: MutationTx,
  context: MutationContext,
  table: T,
  row: Rows[T],
  groups: readonly Pick<GroupMerge, 'group' | 'mine'>[],
  open: readonly Conflict[],
  wordOf: number | null,
): void {
  const stamp = { userId: context.actor.userId, atMs: context.atMs };
  const known: EditableRow = row;
  const edits = { ...known.edits, ...Object.fromEntries(groups.map(({ group }) => [group, stamp])) };
  // The cast is safe: the values come from the table's own change schema.
  const changed = { ...row, ...Object.assign({}, ...groups.map(({ mine }) => mine)), edits } as Rows[T];
  const next = table === 'item' ? editedItem(row as Item, changed as Item, stamp) : changed;
  tx.put(table, next as Rows[T]);
  for (const conflict of open) {
    if (!groups.some(({ group }) => group === conflict.group)) continue;
    const theirs = { values: valuesOf(next, Object.keys(conflict.mine.values)), ...stamp };
    const after = { ...conflict, theirs };
    const isOver = isSameValues(conflict.mine.values, theirs.values) || conflict.mine.userId === wordOf;
    tx.put('conflict', isOver ? settledConflict(after, 'mine', context) : after);
  }
}

/**
 * Adds to an edited item what no schema of single fields can keep consistent (C-089), and the values that the edit
 * replaced (R-ENT-31).
 */
const editedItem = (before: Item, changed: Item, stamp: EditStamp): Item =>
  withEdit(before, { ...changed, trackStock: tracksStock(changed) }, stamp);

export function settledConflict(
  conflict: Conflict,
  kept: ConflictSettling['kept'],
  { actor, atMs }: Pick<MutationContext, 'actor' | 'atMs'>,
): Conflict {
  return { ...conflict, status: 'settled', settled: { kept, byUserId: actor.userId, atMs } };
}

/** Closes the open conflicts of a row that is removed. */
export async function dropConflicts(
  tx: MutationTx,
  context: MutationContext,
  row: { table: EditedTable; id: number },
): Promise<void> {
  for (const conflict of await tx.openConflicts(row)) tx.put('conflict', settledConflict(conflict, 'theirs', context));
}
