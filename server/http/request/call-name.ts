import type { PermittedMutation } from '../../../domain/people/permission.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';

/** The mutations of each call, by its name 'METHOD /path/{id}'. */
const mutationsByCall = new Map<string, PermittedMutation[]>();
for (const { name, call } of Object.values(MUTATIONS)) {
  const key = `${call.method} ${call.path}`;
  mutationsByCall.set(key, [...(mutationsByCall.get(key) ?? []), name]);
}

/** Returns the mutations of a call, which runs one of them; undefined if it runs none. */
export const mutationsOfCall = (call: string): readonly PermittedMutation[] | undefined => mutationsByCall.get(call);

/** Returns the name of a route in the tables: 'GET /items/{id}'. */
export const callName = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/^\/api(\/v1)?(?=\/)/, '').replaceAll(/:(\w+)/g, '{$1}')}`;
