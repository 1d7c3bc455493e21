import * as v from 'valibot';
import type { AnyMutation } from './registry.ts';

/** Why this build cannot read arguments that were written in some format. */
export type Unreadable = 'newer_format' | 'invalid';

/**
 * Returns the arguments in the newest format: older ones are converted step by step (SYN-5). On the wire and in the
 * outbox a mutation stays in the format that it was written in.
 */
export function readArgs(
  mutation: Pick<AnyMutation, 'format' | 'convert' | 'schema'>,
  format: number,
  written: unknown,
): { ok: true; args: unknown } | { ok: false; why: Unreadable; issue: string } {
  if (format > mutation.format) return { ok: false, why: 'newer_format', issue: `format ${format}` };
  let args = written;
  for (let step = format; step < mutation.format; step += 1) {
    const convert = mutation.convert?.[step];
    if (!convert) return { ok: false, why: 'invalid', issue: `no step from format ${step}` };
    args = convert(args);
  }
  const parsed = v.safeParse(mutation.schema, args, { abortEarly: true });
  return parsed.success
    ? { ok: true, args: parsed.output }
    : { ok: false, why: 'invalid', issue: parsed.issues[0].message };
}
