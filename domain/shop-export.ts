import * as v from 'valibot';

/** What a person may take out of the shop as a file. */
export const EXPORT_KINDS = ['sales', 'items', 'customers', 'movements', 'report', 'unsent'] as const;

export const shopExportSchema = v.object({
  what: v.picklist(EXPORT_KINDS, `what must be one of ${EXPORT_KINDS.join(', ')}`),
});
