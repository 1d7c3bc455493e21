import { newCashCountSchema } from '../../domain/sales/cash-count.ts';
import { APPLIED, defineMutation, refused, stampOf } from './mutation.ts';

/**
 * Records the cash of a day as a person counted it and as their device expected it (G28). Two counts of one day are
 * both stored.
 */
export const cashCount = defineMutation({
  name: 'cash.count',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/cash-counts' },
  schema: newCashCountSchema,
  mints: (args) => [{ table: 'cashCount', id: args.id }],
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('cashCount', args.id)) return refused('id_clash');
    tx.put('cashCount', {
      ...args,
      version: 0,
      ...stampOf(context),
    });
    return APPLIED;
  },
});
