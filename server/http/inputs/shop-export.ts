import { inputObject } from '../../../domain/input-object.ts';
import { shopExportSchema } from '../../../domain/shop-export.ts';

/** The report of an export that an API client has made (decisions/0042). */
export const shopExportInputSchema = inputObject(shopExportSchema.entries);
