import { canonicalJson } from '../protocol/canonical-json.ts';

/** Fields that only make sense together and so merge as one (docs/sync.md, class edit). */
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
   * 'write': nobody else changed it. 'agrees': somebody made the same of it. 'conflict': somebody made something else
   * of it, and a person decides.
   */
  verdict: 'write' | 'agrees' | 'conflict';
}

/** True when two values are equal on every device; an absent field is null. */
export const isSameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

export const isSameValues = (a: Readonly<FieldValues>, b: Readonly<FieldValues>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => isSameValue(a[field], b[field]));

/** These fields of a row; one that the row does not have is null. */
export const valuesOf = (row: object, fields: readonly string[]): FieldValues => {
  const all: FieldValues = { ...row };
  return Object.fromEntries(fields.map((field) => [field, all[field] ?? null]));
};

/**
 * Three-way merge per field group. `base`: what the person saw, of each field that they changed, and of others in the
 * group if the screen says so; `mine`: what they made of it; `theirs`: the row as it is. Never mutates. Fields outside
 * every group merge each on its own.
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
    const [ours, standing] = [valuesOf(mine, changed), valuesOf(theirs, changed)];
    const hasMovedOn = !isSameValues(valuesOf(base, seen), valuesOf(theirs, seen));
    const verdict = !hasMovedOn ? 'write' : isSameValues(ours, standing) ? 'agrees' : 'conflict';
    return [{ group: name, mine: ours, theirs: standing, verdict }];
  });
}
