import type { UserRole } from '../../domain/people/user.ts';
import type { RowKey, TableName } from '../../sync/protocol/tables.ts';

/*
 * The simulation's own word on rows, by the names of their fields: what a role sees of them, and which rows they need. It
 * asks nothing of the product, whose projection and parents are what is tested.
 */

/** SYN-13: what an item cost. Wherever it stands in a row, staff do not see it. */
const SECRET = 'costPriceMinor';

/** The row as this role may have it; null where they may not know of it. */
export function seenBy(role: UserRole, table: TableName, row: object): object | null {
  if (role === 'admin') return row;
  if (table === 'conflict') {
    const { mine } = row as { mine: { values: object } };
    // A question about nothing but a secret is none of theirs.
    if (Object.keys(mine.values).every((field) => field === SECRET)) return null;
  }
  const seen = withoutSecret(row) as object;
  return table === 'item' ? withoutEmptyEdits(seen) : seen;
}

/** An item's past edit of nothing but a secret is not there for staff; nor is a past of nothing else. */
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

/** Rows whose parents are shown before them (SYN-11): documents, movements, and suppliers that stand for another. */
const WITH_PARENTS: readonly TableName[] = ['sale', 'purchase', 'order', 'stockMovement', 'supplier'];

/** The rows that a row refers to, each once. */
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
