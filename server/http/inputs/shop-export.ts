import { inputObject } from '../../../domain/input-object.ts';
import { shopExportSchema } from '../../../domain/shop-export.ts';

/** An export that an API client has made (decision 42). */
export const shopExportInputSchema = inputObject(shopExportSchema.entries);
