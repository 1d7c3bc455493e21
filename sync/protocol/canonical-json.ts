/**
 * Returns JSON with the keys of every object in code-unit order and undefined members left out. So the same value has
 * the same text, and the same hash, on every device and on the server.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((member) => canonicalJson(member === undefined ? null : member)).join(',')}]`;
  }
  // Every hash of every mutation uses this function, so it makes one pass and allocates no pairs.
  const members: string[] = [];
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields).sort()) {
    const member = fields[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
