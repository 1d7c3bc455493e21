/**
 * Makes text storable. PostgreSQL's JSON accepts neither U+0000 nor half a surrogate pair, and pasted text may contain
 * them. They are invisible, so U+0000 is removed and a half pair replaced; the text is not refused.
 */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** Returns the value with all texts in it made storable, keys too. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storable(member)]));
}
