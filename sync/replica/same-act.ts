import * as v from 'valibot';
import { storable } from '../../domain/text/storable-text.ts';
import type { AnyMutation } from '../mutation/registry.ts';
import type { WireMutation } from '../protocol/push.ts';
import type { ArgumentTools } from './run-mutation.ts';

/**
 * True if a form has the same values as when it saved. Ids and stamps differ in every build of the arguments. They are
 * recognised by building twice with different ids and stamps.
 */
export function saysTheSame(
  act: { mutation: AnyMutation; name: string; build: (tools: ArgumentTools) => unknown },
  earlier: WireMutation,
  businessId: number,
): boolean {
  if (act.name !== earlier.name || act.mutation.format !== earlier.format) return false;
  const read = (first: number) =>
    v.safeParse(act.mutation.schema, storable(act.build(toolsFrom(first, businessId)))).output;
  return isSame(read(earlier.atMs), read(earlier.atMs + LATER), earlier.args);
}

/** More ids and stamps than any form generates. */
const LATER = 1_000_000;

function toolsFrom(first: number, businessId: number): ArgumentTools {
  let next = first;
  return { businessId, mintId: () => next++, nextStampMs: () => next++, endsDraft: () => undefined };
}

/**
 * Compares two builds of the form with the saved one. A value that differs between the two builds is an id or a stamp.
 */
function isSame(one: unknown, other: unknown, was: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one !== other || one === was;
  if (!isObject(was)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(was)]);
  return [...keys].every((key) => isSame(one[key], other[key], was[key]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
