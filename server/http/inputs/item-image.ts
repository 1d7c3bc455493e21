import { inputObject } from '../../../domain/input-object.ts';
import { imageKeySchema, imageOrderSchema } from '../../../domain/items/item-image.ts';

export const imageKeyInputSchema = inputObject({ key: imageKeySchema });
export const imageOrderInputSchema = inputObject({ keys: imageOrderSchema });
