import type * as v from 'valibot';

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part =>
  (typeof value === 'object' || typeof value === 'function') && value !== null;

/** Returns every schema inside a schema, with the pipes around it, by its path. */
export function* schemaParts(
  schema: v.GenericSchema,
  path = '',
): Generator<{ path: string; type: string; actions: readonly Part[] }> {
  yield* walk(schema as unknown as Part, path, [], new Set());
}

function* walk(
  part: Part,
  path: string,
  around: readonly Part[],
  above: ReadonlySet<Part>,
): Generator<{ path: string; type: string; actions: readonly Part[] }> {
  if (above.has(part)) return;
  const seen = new Set([...above, part]);
  const pipe = Array.isArray(part['pipe']) ? (part['pipe'] as Part[]) : [];
  const [first] = pipe;
  if (first && first !== part && first['kind'] === 'schema') {
    for (const [at, step] of pipe.entries()) {
      // In a pipe, a check after a schema applies to that schema's output.
      const after = pipe.slice(at + 1).filter(({ kind }) => kind !== 'schema');
      if (step['kind'] === 'schema') yield* walk(step, path, at === 0 ? [...after, ...around] : after, seen);
      const { metadata } = step;
      if (isPart(metadata) && isPart(metadata['takes'])) yield* walk(metadata['takes'], path, [], seen);
    }
    return;
  }
  yield { path, type: String(part['type']), actions: around };
  for (const [name, child] of childrenOf(part)) yield* walk(child, name === '' ? path : `${path}.${name}`, [], seen);
}

function childrenOf(part: Part): [string, Part][] {
  const named = ['wrapped', 'item', 'rest', 'key', 'value'].flatMap((name): [string, Part][] => {
    const child = part[name];
    return isPart(child) && child['kind'] === 'schema' ? [[name === 'wrapped' ? '' : `<${name}>`, child]] : [];
  });
  const entries = isPart(part['entries']) && part['type'] !== 'enum' ? Object.entries(part['entries']) : [];
  const listed = ['options', 'items'].flatMap((name) =>
    Array.isArray(part[name]) ? (part[name] as unknown[]).map((child, at): [string, unknown] => [`${at}`, child]) : [],
  );
  return [...named, ...[...entries, ...listed].filter((each): each is [string, Part] => isPart(each[1]))].filter(
    ([, child]) => child['kind'] === 'schema',
  );
}
