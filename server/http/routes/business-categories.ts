import { Hono } from 'hono';
import { BUSINESS_CATEGORIES, businessCategoryById } from '../../../domain/business-category.ts';
import { parseRouteId } from '../../../domain/id.ts';
import { itemCategoriesOf, itemCategoryById } from '../../../domain/items/item-category.ts';
import { answer } from '../answer.ts';
import { businessCategoryAnswer, itemCategoryAnswer } from '../answers/category.ts';
import type { AppEnv } from '../context.ts';
import { notFound } from '../errors.ts';
import { requireSession } from '../middleware/session.ts';

/**
 * Calls for the kinds of business and their item categories (C-138). They are part of Kaunta, the same for every shop.
 */
export function businessCategoryRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  // Needs no session, because the registration form reads it (R-API-11).
  routes.get('/business/categories', (c) => answer(c, BUSINESS_CATEGORIES.map(businessCategoryAnswer)));

  routes.get('/business/item-categories/:businessCategoryId', (c) => {
    requireSession(c);
    const category = businessCategoryById(parseRouteId(c.req.param('businessCategoryId')) ?? 0);
    if (category === undefined) throw notFound('This business category does not exist.');
    return answer(c, itemCategoriesOf(category.id).map(itemCategoryAnswer));
  });

  routes.get('/business/item-category-schema/:itemCategoryId', (c) => {
    requireSession(c);
    const category = itemCategoryById(parseRouteId(c.req.param('itemCategoryId')) ?? 0);
    if (category === undefined) throw notFound('This item category does not exist.');
    return answer(c, category.schema);
  });

  return routes;
}
