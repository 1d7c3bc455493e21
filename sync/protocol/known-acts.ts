import * as v from 'valibot';
import { countSchema } from '../../domain/text/whole-number.ts';
import { lengthFirst } from '../../domain/length-first.ts';
import { actSchema } from './act.ts';
import { outcomeSchema } from './outcome.ts';

/** The most acts in one request. */
export const ACTS_ASKED_MAX = 1_000;

/** A device asks a server that may have been restored which of the device's acts the server knows (SYN-21). */
export const knownActsRequestSchema = v.object({
  protocol: countSchema,
  acts: lengthFirst(v.pipe(v.array(actSchema), v.maxLength(ACTS_ASKED_MAX))),
});
export type KnownActsRequest = v.InferOutput<typeof knownActsRequestSchema>;

export const knownActsAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  /** Where a new copy of this history begins. A server that is restored once more does not know this cookie. */
  cookie: v.string(),
  /** The acts that the server has decided, with the outcome of the accepted attempt, or else of the last attempt. */
  known: v.array(v.object({ act: actSchema, outcome: outcomeSchema })),
});
export type KnownActsAnswer = v.InferOutput<typeof knownActsAnswerSchema>;
