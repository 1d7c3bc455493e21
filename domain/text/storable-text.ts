/**
 * Text that every database of ours can keep. PostgreSQL's JSON takes neither U+0000 nor half a surrogate pair, and a
 * paste may bring either; nobody sees them, so they are left out rather than refused.
 */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The same value with every text in it, keys too, made storable. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storable(member)]));
}
