import { shopExportSchema } from '../../domain/shop-export.ts';
import { APPLIED, defineMutation } from './mutation.ts';

/**
 * Somebody took a file out of the shop, with or without a connection. It changes no row on either side: the server puts it
 * into the security trail (decision 42).
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
