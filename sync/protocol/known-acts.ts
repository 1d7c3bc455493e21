import * as v from 'valibot';
import { countSchema } from '../../domain/text/whole-number.ts';
import { lengthFirst } from '../../domain/length-first.ts';
import { actSchema } from './act.ts';
import { outcomeSchema } from './outcome.ts';

/** Acts that one request asks for at most. */
export const ACTS_ASKED_MAX = 1_000;

/** A device asks which of its acts a server knows that may have been restored (SYN-21). */
export const knownActsRequestSchema = v.object({
  protocol: countSchema,
  acts: lengthFirst(v.pipe(v.array(actSchema), v.maxLength(ACTS_ASKED_MAX))),
});
export type KnownActsRequest = v.InferOutput<typeof knownActsRequestSchema>;

export const knownActsAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  /** Where a new copy of this history begins: a server that is restored once more does not know it. */
  cookie: v.string(),
  /** Those that it has decided: the attempt that was accepted, else the last one that was not. */
  known: v.array(v.object({ act: actSchema, outcome: outcomeSchema })),
});
export type KnownActsAnswer = v.InferOutput<typeof knownActsAnswerSchema>;
