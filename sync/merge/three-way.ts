import { canonicalJson } from '../protocol/canonical-json.ts';

/** Fields that only make sense together, and so merge as one (docs/sync.md, class edit). */
export interface FieldGroup {
  readonly name: string;
  readonly fields: readonly string[];
}

export type FieldValues = Record<string, unknown>;

/** The effect of an edit on one field group of the present row. */
export interface GroupMerge {
  group: string;
  mine: FieldValues;
  theirs: FieldValues;
  /**
   * 'write': no other edit changed the group. 'agrees': another edit set the same values. 'conflict': another edit set
   * other values, and a person decides.
   */
  verdict: 'write' | 'agrees' | 'conflict';
}

/** True if two values are equal on every device; an absent field counts as null. */
export const isSameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

export const isSameValues = (a: Readonly<FieldValues>, b: Readonly<FieldValues>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => isSameValue(a[field], b[field]));

/** Returns these fields of a row; a field that the row does not have is null. */
export const valuesOf = (row: object, fields: readonly string[]): FieldValues => {
  const all: FieldValues = { ...row };
  return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
};

/**
 * Merges an edit three ways, per field group, and changes none of its arguments. `base`: the values that the person
 * saw, of each changed field, and of other fields in the group if the screen passes them. `mine`: the person's new
 * values. `theirs`: the present row. A field outside every group merges on its own.
 */
export function mergeEdit(
  groups: readonly FieldGroup[],
  base: Readonly<FieldValues>,
  mine: Readonly<FieldValues>,
  theirs: object,
): GroupMerge[] {
  const grouped = new Set(groups.flatMap((group) => group.fields));
  const alone = Object.keys(mine)
    .filter((field) => !grouped.has(field))
    .map((field) => ({ name: field, fields: [field] }));
  return [...groups, ...alone].flatMap(({ name, fields }): GroupMerge[] => {
    const changed = fields.filter((field) => field in mine);
    if (changed.length === 0) return [];
    const seen = fields.filter((field) => field in mine || field in base);
    const [ours, theirValues] = [valuesOf(mine, changed), valuesOf(theirs, changed)];
    const hasMovedOn = !isSameValues(valuesOf(base, seen), valuesOf(theirs, seen));
    const verdict = !hasMovedOn ? 'write' : isSameValues(ours, theirValues) ? 'agrees' : 'conflict';
    return [{ group: name, mine: ours, theirs: theirValues, verdict }];
  });
}
