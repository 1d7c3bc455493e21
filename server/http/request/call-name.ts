import type { PermittedMutation } from '../../../domain/people/permission.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';

/** Each call that is a mutation, or several, 'METHOD /path/{id}'. */
const mutationsByCall = new Map<string, PermittedMutation[]>();
for (const { name, call } of Object.values(MUTATIONS)) {
  const key = `${call.method} ${call.path}`;
  mutationsByCall.set(key, [...(mutationsByCall.get(key) ?? []), name]);
}

/** The mutations that a call runs one of; undefined for one that is no mutation. */
export const mutationsOfCall = (call: string): readonly PermittedMutation[] | undefined => mutationsByCall.get(call);

/** A route as the tables name it: 'GET /items/{id}'. */
export const callName = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/^\/api(\/v1)?(?=\/)/, '').replaceAll(/:(\w+)/g, '{$1}')}`;
