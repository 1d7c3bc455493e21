import { readArgs } from '../mutation/convert.ts';
import { type AnyMutation, mutationNamed } from '../mutation/registry.ts';
import type { WireMutation } from '../protocol/push.ts';
import type { RowKey } from '../protocol/tables.ts';

/** Returns the definition and the parsed arguments of an entry's mutation; null if this build cannot read it. */
export function readAct(wire: WireMutation): { mutation: AnyMutation; args: unknown } | null {
  const mutation = mutationNamed(wire.name);
  if (!mutation) return null;
  const read = readArgs(mutation, wire.format, wire.args);
  return read.ok ? { mutation, args: read.args } : null;
}

/** Returns the keys of the rows that the mutation creates. */
export function mintedBy(wire: WireMutation): RowKey[] {
  const act = readAct(wire);
  return act ? act.mutation.mints(act.args) : [];
}
