import * as v from 'valibot';

/** The one shape of every refusal. */
export const refusalAnswerSchema = v.object({
  /** What kind of refusal it is. */
  error: v.string(),
  /** A sentence for a person. */
  message: v.string(),
  /** Field by field, as the request names them: 'phone', 'items.0.quantity'; '' for the whole. */
  details: v.pipe(v.array(v.object({ path: v.string(), message: v.string() })), v.readonly()),
});
export type RefusalAnswer = v.InferOutput<typeof refusalAnswerSchema>;
export type RefusalDetail = RefusalAnswer['details'][number];
