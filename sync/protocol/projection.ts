import type { EditStamps } from '../../domain/edit-stamp.ts';
import type { ItemEdit } from '../../domain/items/item-history.ts';
import { ADMIN_ONLY_FIELDS } from '../../domain/people/permission.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { Conflict, ConflictSide } from './conflict.ts';
import type { Rows, TableName } from './tables.ts';

const hiddenFields = (table: string): readonly string[] =>
  table in ADMIN_ONLY_FIELDS ? ADMIN_ONLY_FIELDS[table as keyof typeof ADMIN_ONLY_FIELDS] : [];

function without<T extends object>(row: T, fields: readonly string[]): T {
  if (!fields.some((field) => field in row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !fields.includes(key))) as T;
}

/** Removes the edit stamps of hidden fields: who changed a hidden field, and when, is hidden too. */
function withoutStamps<T extends object>(row: T, fields: readonly string[]): T {
  const { edits }: { edits?: EditStamps } = row;
  const shown = edits && without(edits, fields);
  return shown === edits ? row : { ...row, edits: shown };
}

/** Removes hidden fields from the row's history. An edit that changed only hidden fields is removed whole. */
function withoutPast<T extends object>(row: T, fields: readonly string[]): T {
  const { history }: { history?: readonly ItemEdit[] } = row;
  if (!history?.some(({ was }) => fields.some((field) => field in was))) return row;
  const shown = history
    .map((edit) => ({ ...edit, was: without(edit.was, fields) }))
    .filter(({ was, long }) => Object.keys(was).length > 0 || long.length > 0);
  return shown.length > 0 ? { ...row, history: shown } : without(row, ['history']);
}

/** True if a role may see the row at all: a conflict about hidden fields only is invisible to staff (SYN-13). */
export function isVisible<T extends TableName>(table: T, row: Rows[T], role: UserRole): boolean {
  if (role === 'admin' || table !== 'conflict') return true;
  const conflict = row as Conflict;
  const fields = hiddenFields(conflict.table);
  return !Object.keys(conflict.mine.values).every((field) => fields.includes(field));
}

function projectConflict(conflict: Conflict): Conflict {
  const fields = hiddenFields(conflict.table);
  const side = (value: ConflictSide): ConflictSide => ({ ...value, values: without(value.values, fields) });
  return { ...conflict, mine: side(conflict.mine), theirs: side(conflict.theirs) };
}

/**
 * Returns a visible row as this role may see, store and export it (SYN-13). Returns the same reference if nothing is
 * hidden.
 */
export function projectRow<T extends TableName>(table: T, row: Rows[T], role: UserRole): Rows[T] {
  if (role === 'admin') return row;
  if (table === 'conflict') return projectConflict(row as Conflict) as Rows[T];
  const fields = hiddenFields(table);
  return withoutPast(withoutStamps(without(row, fields), fields), fields);
}
