import { inputObject } from '../../../domain/input-object.ts';
import { shopExportSchema } from '../../../domain/shop-export.ts';

/** What a client of its own has written into a file (decision 42). */
export const shopExportInputSchema = inputObject(shopExportSchema.entries);
