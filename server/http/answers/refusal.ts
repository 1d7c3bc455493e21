import * as v from 'valibot';
import { guessTaskSchema } from '../../../domain/people/guess-task.ts';

/** The one shape of every refusal. */
export const refusalAnswerSchema = v.object({
  /** The kind of refusal. */
  error: v.string(),
  /** A sentence for a person. */
  message: v.string(),
  /** Field by field, as the request names them: 'phone', 'items.0.quantity'; '' for the whole. */
  details: v.pipe(v.array(v.object({ path: v.string(), message: v.string() })), v.readonly()),
  /** To be solved and sent with the same request, where devices that Kaunta does not know have tried too much. */
  task: v.optional(guessTaskSchema),
});
export type RefusalAnswer = v.InferOutput<typeof refusalAnswerSchema>;
export type RefusalDetail = RefusalAnswer['details'][number];
