import { readArgs } from '../mutation/convert.ts';
import { type AnyMutation, mutationNamed } from '../mutation/registry.ts';
import type { WireMutation } from '../protocol/push.ts';
import type { RowKey } from '../protocol/tables.ts';

/** A mutation of the outbox with its definition, in the format of this build; null when this build cannot read it. */
export function readAct(wire: WireMutation): { mutation: AnyMutation; args: unknown } | null {
  const mutation = mutationNamed(wire.name);
  if (!mutation) return null;
  const read = readArgs(mutation, wire.format, wire.args);
  return read.ok ? { mutation, args: read.args } : null;
}

/** The rows that a mutation brought into the world. */
export function mintedBy(wire: WireMutation): RowKey[] {
  const act = readAct(wire);
  return act ? act.mutation.mints(act.args) : [];
}
