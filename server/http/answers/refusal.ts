import * as v from 'valibot';
import { guessTaskSchema } from '../../../domain/people/guess-task.ts';

/** The shape of all refusals. */
export const refusalAnswerSchema = v.object({
  /** The kind of refusal. */
  error: v.string(),
  /** A sentence for a person. */
  message: v.string(),
  /** One entry for each field; `path` is the request's name for it: 'phone', 'items.0.quantity'; '' for the whole. */
  details: v.pipe(v.array(v.object({ path: v.string(), message: v.string() })), v.readonly()),
  /** A task to solve. Unknown devices have tried too often; the same request must come again with the solution. */
  task: v.optional(guessTaskSchema),
});
export type RefusalAnswer = v.InferOutput<typeof refusalAnswerSchema>;
export type RefusalDetail = RefusalAnswer['details'][number];
