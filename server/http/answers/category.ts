import * as v from 'valibot';
import type { BusinessCategory } from '../../../domain/business-category.ts';
import { idSchema } from '../../../domain/id.ts';
import type { ItemCategory } from '../../../domain/items/item-category.ts';
import { isoTime } from '../answer.ts';
import { timeField } from './field.ts';
import { categorySchemaAnswerSchema } from './item.ts';

/** Every category has this time as `createdAt` and `updatedAt`. Categories are part of Kaunta, so no row has a time. */
const CATEGORIES_SINCE = isoTime(Date.UTC(2026, 10, 22));

export const businessCategoryAnswerSchema = v.object({
  id: idSchema,
  name: v.string(),
  description: v.string(),
  createdAt: timeField,
  updatedAt: timeField,
});

export const itemCategoryAnswerSchema = v.object({
  id: idSchema,
  businessCategoryId: idSchema,
  name: v.string(),
  description: v.string(),
  color: v.string(),
  schema: categorySchemaAnswerSchema,
  isActive: v.boolean(),
  createdAt: timeField,
  updatedAt: timeField,
});

const since = { createdAt: CATEGORIES_SINCE, updatedAt: CATEGORIES_SINCE };

export const businessCategoryAnswer = (
  category: BusinessCategory,
): v.InferOutput<typeof businessCategoryAnswerSchema> => ({ ...category, ...since });

export const itemCategoryAnswer = (category: ItemCategory): v.InferOutput<typeof itemCategoryAnswerSchema> => ({
  ...category,
  ...since,
});
