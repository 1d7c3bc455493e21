import * as v from 'valibot';

/** Files that a person may export from the shop. */
export const EXPORT_KINDS = ['sales', 'items', 'customers', 'movements', 'report', 'unsent'] as const;

export const shopExportSchema = v.object({
  what: v.picklist(EXPORT_KINDS, `what must be one of ${EXPORT_KINDS.join(', ')}`),
});
