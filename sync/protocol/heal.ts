import * as v from 'valibot';
import { outcomeSchema } from './outcome.ts';
import { clientIdSchema, incarnationSchema } from './push.ts';

/** Mids that one request passes over at most. */
export const PASSED_MAX = 1_000;

const mid = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * A device asks what a restored server has of one of its incarnations, which the server takes up again when it lost it
 * (SYN-21). `passed`: mids that cannot be sent any more, in order, with what had become of them; the last may stand for
 * all before it that the device knows nothing of. `clashed`: its change was issued again under another mid (SYN-22), so
 * that no copy of the device takes it for lost.
 *
 * With `upTo` it only asks: what the server has of the incarnation up to this mid, and nothing is taken up.
 */
export const healRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.safeInteger()),
  clientId: clientIdSchema,
  incarnation: incarnationSchema,
  passed: v.pipe(
    v.array(
      v.object({
        mid,
        h: v.string(),
        kind: v.picklist(['refused', 'quarantined']),
        clashed: v.optional(v.boolean()),
      }),
    ),
    v.maxLength(PASSED_MAX),
  ),
  upTo: v.optional(mid),
  /** An admin gives back what somebody who was dismissed left on this device (SYN-25); else the caller's own. */
  authorUserId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
export type HealRequest = v.InferOutput<typeof healRequestSchema>;

export const healAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  lmid: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** At lmid. */
  hash: v.string(),
  /** What this history refused of the incarnation, or set aside. */
  refusals: v.array(outcomeSchema),
});
export type HealAnswer = v.InferOutput<typeof healAnswerSchema>;
