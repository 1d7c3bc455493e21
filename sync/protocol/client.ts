import * as v from 'valibot';
import { outcomeSchema } from './outcome.ts';
import { clientIdSchema, incarnationSchema } from './push.ts';

export const LEASES_WANTED_MAX = 4;

/**
 * A device asks for a (new) incarnation of its client. With `incarnation` null it has none yet; otherwise it leaves
 * the one named because of a fork (SYN-20) and says what it holds, so that the server can tell what it has of it. The
 * answer names the same one when that is no fork.
 */
export const registerClientRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.safeInteger()),
  clientId: clientIdSchema,
  leaving: v.nullable(
    v.object({
      incarnation: incarnationSchema,
      hashes: v.pipe(
        v.array(v.object({ mid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), h: v.string() })),
        v.maxLength(20_000),
      ),
    }),
  ),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
});
export type RegisterClientRequest = v.InferOutput<typeof registerClientRequestSchema>;

export const registerClientAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  incarnation: incarnationSchema,
  /** Of the incarnation left: up to here the server has exactly what the device has. */
  commonMid: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** What of it was refused or set aside: the device may never have heard, and its author must see it (SYN-5). */
  refusals: v.optional(v.array(outcomeSchema)),
  blocks: v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
export type RegisterClientAnswer = v.InferOutput<typeof registerClientAnswerSchema>;

/** More blocks of ids for an incarnation (SYN-2). */
export const leaseRequestSchema = v.object({
  clientId: clientIdSchema,
  incarnation: incarnationSchema,
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LEASES_WANTED_MAX)),
});
export type LeaseRequest = v.InferOutput<typeof leaseRequestSchema>;

export const leaseAnswerSchema = v.object({ blocks: v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))) });
export type LeaseAnswer = v.InferOutput<typeof leaseAnswerSchema>;

/** What the event stream carries, and nothing else (SYN-16). */
export const versionEventSchema = v.object({ epoch: v.string(), version: v.number() });
