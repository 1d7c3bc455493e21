import * as v from 'valibot';
import { idSchema } from '../../../../domain/id.ts';
import { IMAGE_TYPES, imageKeySchema } from '../../../../domain/items/item-image.ts';
import { itemAnswerSchema, itemDetailsAnswerSchema } from '../../answers/item.ts';
import { itemEventAnswerSchema } from '../../answers/item-history.ts';
import { purchaseAnswerSchema, purchaseEventAnswerSchema } from '../../answers/purchase.ts';
import { stockActAnswerSchema, stockMovementAnswerSchema } from '../../answers/stock-movement.ts';
import { supplierAnswerSchema } from '../../answers/supplier.ts';
import { imageKeyInputSchema, imageOrderInputSchema } from '../../inputs/item-image.ts';
import {
  activeSwitchInputSchema,
  itemChangeInputSchema,
  newItemInputSchema,
  storeSwitchInputSchema,
} from '../../inputs/item.ts';
import { listQuerySchema, pageQuerySchema } from '../../inputs/list-query.ts';
import { newPurchaseInputSchema, purchaseChangeInputSchema } from '../../inputs/purchase.ts';
import {
  stockAdditionInputSchema,
  stockAdjustmentInputSchema,
  stockCountInputSchema,
  stockKindInputSchema,
} from '../../inputs/stock.ts';
import { newSupplierInputSchema, supplierChangeInputSchema } from '../../inputs/supplier.ts';
import { data, type DescribedCall, pageOf } from '../described-call.ts';

const removed = data(v.object({ id: idSchema }));

const stockInputSchema = v.intersect([
  stockKindInputSchema,
  v.union([stockAdditionInputSchema, stockAdjustmentInputSchema, stockCountInputSchema]),
]);

/** Calls for items, stock, suppliers and purchases (R-API-18, R-API-24 … R-API-30, R-API-33, R-API-34, R-API-40). */
export const GOODS_CALLS = {
  'GET /items': { summary: 'Items and services', query: listQuerySchema, answer: pageOf(itemAnswerSchema) },
  'GET /products': {
    summary: 'The old list: items of type product',
    query: listQuerySchema,
    answer: pageOf(itemAnswerSchema),
  },
  'GET /items/search/{term}': { summary: 'The items that fit best', answer: data(v.array(itemAnswerSchema)) },
  'GET /items/{id}': {
    summary: 'An item with its category, its further fields and its last supplier',
    answer: data(itemDetailsAnswerSchema),
  },
  'GET /items/{id}/details': { summary: 'The same', answer: data(itemDetailsAnswerSchema) },
  'POST /items': {
    summary: 'Adds an item',
    body: newItemInputSchema,
    form: newItemInputSchema,
    answer: data(itemAnswerSchema),
  },
  'PATCH /items/{id}': {
    summary:
      'Changes an item; what is not sent stays. A product with advanced settings, with a stock, or with entries in its stock ledger stays one',
    body: itemChangeInputSchema,
    form: itemChangeInputSchema,
    answer: data(itemAnswerSchema),
  },
  'PATCH /items/{id}/kaunta-status': {
    summary: 'Shows an item on the store, or hides it',
    body: storeSwitchInputSchema,
    answer: data(itemAnswerSchema),
  },
  'PATCH /items/{id}/active': {
    summary: 'Archives an item, or brings it back',
    body: activeSwitchInputSchema,
    answer: data(itemAnswerSchema),
  },
  'POST /items/{id}/images': {
    summary: 'Lists a picture of an item; its file follows',
    body: imageKeyInputSchema,
    answer: data(itemAnswerSchema),
  },
  'PUT /items/{id}/images/order': {
    summary: 'Puts an item’s pictures in another order',
    body: imageOrderInputSchema,
    answer: data(itemAnswerSchema),
  },
  'DELETE /items/{id}/images/{key}': { summary: 'Takes a picture off an item', answer: data(itemAnswerSchema) },
  'PUT /items/{id}/images/{key}/file': {
    summary: 'Brings the file of a picture that the item lists',
    body: { mediaTypes: IMAGE_TYPES },
    answer: data(v.object({ key: imageKeySchema, isStored: v.literal(true) })),
  },
  'GET /items/{id}/stock': {
    summary: 'What moved an item’s stock besides sales',
    query: pageQuerySchema,
    answer: pageOf(stockMovementAnswerSchema),
  },
  'GET /items/{id}/history': {
    summary: 'What happened to an item',
    query: pageQuerySchema,
    answer: pageOf(itemEventAnswerSchema),
  },
  'POST /items/{id}/stock': {
    summary: 'Adds to an item’s stock, adjusts or counts it',
    body: stockInputSchema,
    answer: data(stockActAnswerSchema),
  },

  'GET /suppliers': { summary: 'Suppliers', query: listQuerySchema, answer: pageOf(supplierAnswerSchema) },
  'GET /suppliers/search/{term}': {
    summary: 'The suppliers that fit best',
    answer: data(v.array(supplierAnswerSchema)),
  },
  'GET /suppliers/{id}': { summary: 'A supplier', answer: data(supplierAnswerSchema) },
  'POST /suppliers': { summary: 'Adds a supplier', body: newSupplierInputSchema, answer: data(supplierAnswerSchema) },
  'PATCH /suppliers/{id}': {
    summary: 'Changes a supplier; what is not sent stays',
    body: supplierChangeInputSchema,
    answer: data(supplierAnswerSchema),
  },
  'DELETE /suppliers/{id}': { summary: 'Removes a supplier; purchases keep the name', answer: removed },

  'GET /purchases': { summary: 'Purchases', query: listQuerySchema, answer: pageOf(purchaseAnswerSchema) },
  'GET /purchases/{id}': { summary: 'A purchase', answer: data(purchaseAnswerSchema) },
  'GET /purchases/{id}/history': {
    summary: 'What happened to a purchase',
    query: pageQuerySchema,
    answer: pageOf(purchaseEventAnswerSchema),
  },
  'POST /purchases': {
    summary: 'Records a purchase; a completed one adds to stock',
    body: newPurchaseInputSchema,
    answer: data(purchaseAnswerSchema),
  },
  'PATCH /purchases/{id}': {
    summary: 'Changes a purchase, marks it as received or cancels it',
    body: purchaseChangeInputSchema,
    answer: data(purchaseAnswerSchema),
  },
  'DELETE /purchases/{id}': { summary: 'Removes a purchase and the stock it brought', answer: removed },
} as const satisfies Record<string, DescribedCall>;
