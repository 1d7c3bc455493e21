import { newFeedbackSchema } from '../../domain/feedback.ts';
import { APPLIED, defineMutation, refused, stampOf } from './mutation.ts';

/** Records a person's feedback on Kaunta (M40). */
export const feedbackSend = defineMutation({
  name: 'feedback.send',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/feedback' },
  schema: newFeedbackSchema,
  mints: (args) => [{ table: 'feedback', id: args.id }],
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('feedback', args.id)) return refused('id_clash');
    tx.put('feedback', {
      ...args,
      version: 0,
      ...stampOf(context),
    });
    return APPLIED;
  },
});
