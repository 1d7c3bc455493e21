import { ADMIN_ONLY_FIELDS } from '../../domain/people/permission.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { LocalTx } from '../local-database.ts';
import type { ArchivedEntry } from '../ports.ts';
import { isVisible, projectRow } from '../protocol/projection.ts';
import type { Rows, TableName } from '../protocol/tables.ts';

const ROLE: UserRole = 'staff';
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(Object.values(ADMIN_ONLY_FIELDS).flat());

/** Returns the row as staff may see it; null if staff may not see it at all. */
const projected = <T extends TableName>(table: T, row: Rows[T] | null): Rows[T] | null =>
  row && isVisible(table, row, ROLE) ? projectRow(table, row, ROLE) : null;

/** Removes from rows, bases and archive what staff may not see. Runs when an admin becomes staff (SYN-13). */
export async function forgetAdminFields(tx: LocalTx): Promise<void> {
  for (const table of ['item', 'stockMovement', 'conflict'] as const) {
    await tx.rows.map(table, (row) => projected(table, row));
  }
  const bases = await tx.bases.all();
  await tx.bases.put(
    bases.map((base) => ({
      ...base,
      row: projected(base.table, base.row),
      next: base.next && { row: projected(base.table, base.next.row) },
    })),
  );
  const archive = await tx.archive.all();
  await tx.archive.put(
    archive.map((entry) => projectArchived(entry, ROLE)).filter((entry, index) => entry !== archive[index]),
  );
}

/**
 * Returns an archived entry as a device of this role may store it: always the proof, but the arguments only if they
 * contain nothing that the role may not see. An entry without arguments cannot heal a restored server any more: secrecy
 * is more important.
 */
export function projectArchived(entry: ArchivedEntry, role: UserRole): ArchivedEntry {
  return role === 'admin' || !tellsHidden(entry.wire.args) ? entry : { ...entry, wire: { ...entry.wire, args: null } };
}

function tellsHidden(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([field, member]) => (HIDDEN_FIELDS.has(field) && member !== null && member !== undefined) || tellsHidden(member),
  );
}
