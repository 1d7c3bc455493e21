import { type EditedTable, FIELD_GROUPS } from '../../../sync/merge/field-groups.ts';
import { type FieldValues, valuesOf } from '../../../sync/merge/three-way.ts';

/**
 * Returns the change of a row with the values that the person saw (offline.md, ground rule 5): the changed fields, and
 * those that make sense only together with one of them.
 */
export function editOf<Change extends object>(
  table: EditedTable,
  seen: object,
  change: Change,
): { base: FieldValues; change: Change } {
  const names = Object.keys(change);
  const groups = FIELD_GROUPS[table].filter((group) => group.fields.some((field) => names.includes(field)));
  return { base: valuesOf(seen, [...new Set([...names, ...groups.flatMap((group) => group.fields)])]), change };
}
