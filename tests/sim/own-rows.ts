import type { UserRole } from '../../domain/people/user.ts';
import type { RowKey, TableName } from '../../sync/protocol/tables.ts';

/*
 * The simulation's own account of rows, by their field names: what a role sees of them, and which rows they refer to.
 * It does not use the product's projection and parents, because those are tested.
 */

/** The cost price of an item: staff do not see it, wherever in a row it is (SYN-13). */
const SECRET = 'costPriceMinor';

/** Returns the row as this role may see it; null if the role may not see it at all. */
export function seenBy(role: UserRole, table: TableName, row: object): object | null {
  if (role === 'admin') return row;
  if (table === 'conflict') {
    const { mine } = row as { mine: { values: object } };
    // Staff do not see a conflict that is only about hidden fields.
    if (Object.keys(mine.values).every((field) => field === SECRET)) return null;
  }
  const seen = withoutSecret(row) as object;
  return table === 'item' ? withoutEmptyEdits(seen) : seen;
}

/** Removes from an item's history the edits of hidden fields only; removes the whole history if none is left. */
function withoutEmptyEdits({ history, ...item }: { history?: readonly { was: object; long: readonly string[] }[] }) {
  const known = (history ?? []).filter(({ was, long }) => Object.keys(was).length > 0 || long.length > 0);
  return known.length === 0 ? item : { ...item, history: known };
}

function withoutSecret(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecret);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => field !== SECRET)
      .map(([field, inner]) => [field, withoutSecret(inner)]),
  );
}

const PARENT_FIELDS: Readonly<Record<string, TableName>> = {
  itemId: 'item',
  customerId: 'customer',
  supplierId: 'supplier',
  paymentMethodId: 'paymentMethod',
};

/** The tables whose rows refer to parents (SYN-11): documents, movements, and suppliers that are aliases. */
const WITH_PARENTS: readonly TableName[] = ['sale', 'purchase', 'order', 'stockMovement', 'supplier'];

/** Returns the keys of the rows that a row refers to, each once. */
export function parentsOf(table: TableName, row: object): RowKey[] {
  if (!WITH_PARENTS.includes(table)) return [];
  const parents = new Map<string, RowKey>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      const parent = field === 'aliasOfId' ? table : PARENT_FIELDS[field];
      if (parent !== undefined && typeof inner === 'number')
        parents.set(`${parent}/${inner}`, { table: parent, id: inner });
      walk(inner);
    }
  };
  walk(row);
  return [...parents.values()];
}
