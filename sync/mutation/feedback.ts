import { newFeedbackSchema } from '../../domain/feedback.ts';
import { APPLIED, defineMutation, refused } from './mutation.ts';

/** What a person says of Kaunta (M40). */
export const feedbackSend = defineMutation({
  name: 'feedback.send',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/feedback' },
  schema: newFeedbackSchema,
  mints: (args) => [{ table: 'feedback', id: args.id }],
  refersTo: () => [],
  renumber: (args, newId) => ({ ...args, id: newId({ table: 'feedback', id: args.id }) }),
  async apply(tx, args, context) {
    if (await tx.get('feedback', args.id)) return refused('id_clash');
    tx.put('feedback', {
      ...args,
      version: 0,
      createdByUserId: context.actor.userId,
      createdAtMs: context.atMs,
      offsetMinutes: context.offsetMinutes,
    });
    return APPLIED;
  },
});
