import { REQUEST_SCHEMAS } from '../server/request-schemas.ts';
import { childrenOf, type SchemaNode } from '../server/schema-nodes.ts';

let runs = 0;
const counted = new WeakSet<object>();

/** Counts from now on each value that the schema, or one inside it, checks. */
function countRunsOf(node: SchemaNode): void {
  if (counted.has(node)) return;
  counted.add(node);
  const run = node['~run'].bind(node);
  Object.assign(node, {
    '~run': (...judged: Parameters<typeof run>) => {
      runs += 1;
      return run(...judged);
    },
  });
  for (const [, child] of childrenOf(node)) countRunsOf(child);
}

/** Returns the result of the work, and how many values the request schemas have checked meanwhile. */
export async function countRuns<T>(work: () => Promise<T>): Promise<[T, number]> {
  for (const [, schema] of REQUEST_SCHEMAS) countRunsOf(schema);
  const before = runs;
  const done = await work();
  return [done, runs - before];
}
