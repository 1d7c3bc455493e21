import { shopExportSchema } from '../../domain/shop-export.ts';
import { APPLIED, defineMutation } from './mutation.ts';

/**
 * Records that a person exported data of the shop to a file, with or without a connection. It changes no row on either
 * side: the server adds it to the security trail (decisions/0042).
 */
export const exportNote = defineMutation({
  name: 'export.note',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/exports' },
  schema: shopExportSchema,
  mints: () => [],
  refersTo: () => [],
  apply: () => Promise.resolve(APPLIED),
});
