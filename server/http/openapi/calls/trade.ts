import * as v from 'valibot';
import { shopExportSchema } from '../../../../domain/shop-export.ts';
import { newFeedbackSchema } from '../../../../domain/feedback.ts';
import { idSchema } from '../../../../domain/id.ts';
import { cashCountAnswerSchema } from '../../answers/cash-count.ts';
import { conflictAnswerSchema } from '../../answers/conflict.ts';
import {
  customerAnswerSchema,
  customerDetailsAnswerSchema,
  customerPaymentAnswerSchema,
} from '../../answers/customer.ts';
import { fulfilledOrderAnswerSchema, orderAnswerSchema, placedOrderAnswerSchema } from '../../answers/order.ts';
import { paymentMethodAnswerSchema } from '../../answers/payment-method.ts';
import { saleAnswerSchema, saleDetailsAnswerSchema } from '../../answers/sale.ts';
import { cashCountInputSchema } from '../../inputs/cash-count.ts';
import { settlingInputSchema } from '../../inputs/conflict.ts';
import { customerChangeInputSchema, newCustomerInputSchema } from '../../inputs/customer.ts';
import { shopExportInputSchema } from '../../inputs/shop-export.ts';
import { feedbackInputSchema } from '../../inputs/feedback.ts';
import { listQuerySchema, orderListQuerySchema, pageQuerySchema } from '../../inputs/list-query.ts';
import { fulfilmentInputSchema, orderStatusInputSchema } from '../../inputs/order.ts';
import { orderRequestInputSchema } from '../../inputs/order-request.ts';
import { archiveSwitchInputSchema, newPaymentMethodInputSchema } from '../../inputs/payment-method.ts';
import { salePaymentInputSchema } from '../../inputs/sale-payment.ts';
import { saleRefundInputSchema } from '../../inputs/sale-refund.ts';
import { newSaleInputSchema, saleCancelInputSchema } from '../../inputs/sale.ts';
import { data, type DescribedCall, pageOf } from '../described-call.ts';

const removed = data(v.object({ id: idSchema }));

/** Calls for sales, orders, customers and payment methods (R-API-12 … R-API-17, R-API-19 … R-API-23, R-API-35). */
export const TRADE_CALLS = {
  'GET /sales': { summary: 'Sales', query: listQuerySchema, answer: pageOf(saleAnswerSchema) },
  'GET /sales/{id}': { summary: 'A sale, as its receipt tells it', answer: data(saleDetailsAnswerSchema) },
  'POST /sales': {
    summary:
      'Records a sale; sums that are left out are computed. Without a status it is completed, by Credit pending. Each call without an Idempotency-Key is another sale, also where one has its saleNumber',
    body: newSaleInputSchema,
    answer: data(saleDetailsAnswerSchema),
  },
  'PATCH /sales/{id}': {
    summary:
      'Cancels a sale; the notes are its reason. With moneyGivenBack what was paid is given back in the same act',
    body: saleCancelInputSchema,
    answer: data(saleDetailsAnswerSchema),
  },
  'POST /sales/{id}/payments': {
    summary: 'Takes a payment, by any method but Credit; without an amount all that is owed',
    body: salePaymentInputSchema,
    answer: data(saleDetailsAnswerSchema),
  },
  'POST /sales/{id}/refunds': {
    summary: 'Gives money back, by any method but Credit, or keeps it as credit',
    body: saleRefundInputSchema,
    answer: data(saleDetailsAnswerSchema),
  },
  'POST /sales/{id}/receipt-prints': {
    summary: 'Notes that the receipt was given on paper: every later one is a copy',
    answer: data(saleDetailsAnswerSchema),
  },

  'POST /stores/{slug}/orders': {
    summary: 'A visitor of the storefront orders, at the shop’s own prices',
    body: orderRequestInputSchema,
    takesKey: true,
    status: 201,
    answer: data(placedOrderAnswerSchema),
  },
  'GET /orders': {
    summary: 'Orders of the storefront',
    query: orderListQuerySchema,
    answer: pageOf(orderAnswerSchema),
  },
  'GET /orders/{id}': { summary: 'An order', answer: data(orderAnswerSchema) },
  'PATCH /orders/{id}/status': {
    summary: 'Confirms or cancels an order',
    body: orderStatusInputSchema,
    answer: data(orderAnswerSchema),
  },
  'POST /orders/{id}/fulfill': {
    summary: 'Fulfils an order: it becomes a sale; without a status a completed one, by Credit a pending one',
    body: fulfilmentInputSchema,
    isBodyOptional: true,
    answer: data(fulfilledOrderAnswerSchema),
  },

  'POST /cash-counts': {
    summary: 'Closes a day: what was counted in the drawer, and what should have been there',
    body: cashCountInputSchema,
    answer: data(cashCountAnswerSchema),
  },

  'GET /customers': { summary: 'Customers', query: listQuerySchema, answer: pageOf(customerAnswerSchema) },
  'GET /customers/{id}': { summary: 'A customer, with what is owed', answer: data(customerDetailsAnswerSchema) },
  'POST /customers': { summary: 'Adds a customer', body: newCustomerInputSchema, answer: data(customerAnswerSchema) },
  'PATCH /customers/{id}': {
    summary: 'Changes a customer; what is not sent stays',
    body: customerChangeInputSchema,
    answer: data(customerAnswerSchema),
  },
  'POST /customers/{id}/payments': {
    summary:
      'Takes a payment of a customer for unpaid sales in the shop’s currency, the oldest first, by any method but Credit; without an amount all that is owed',
    body: salePaymentInputSchema,
    answer: data(customerPaymentAnswerSchema),
  },
  'DELETE /customers/{id}': { summary: 'Removes a customer to whom nothing was sold', answer: removed },

  'GET /payment-methods': {
    summary: 'The ways to pay, the default one first',
    query: pageQuerySchema,
    answer: pageOf(paymentMethodAnswerSchema),
  },
  'POST /payment-methods': {
    summary: 'Adds a way to pay',
    body: newPaymentMethodInputSchema,
    answer: data(paymentMethodAnswerSchema),
  },
  'PATCH /payment-methods/{id}/default': {
    summary: 'Makes a way to pay the one that a sale starts with',
    answer: data(paymentMethodAnswerSchema),
  },
  'PATCH /payment-methods/{id}/archived': {
    summary: 'Hides a way to pay, or shows it again',
    body: archiveSwitchInputSchema,
    answer: data(paymentMethodAnswerSchema),
  },
  'DELETE /payment-methods/{id}': { summary: 'Removes a way to pay that no sale names', answer: removed },

  'GET /conflicts': {
    summary: 'What two people meant of one field',
    query: pageQuerySchema,
    answer: pageOf(conflictAnswerSchema),
  },
  'POST /conflicts/{id}/settle': {
    summary: 'Keeps one side of a conflict',
    body: settlingInputSchema,
    answer: data(conflictAnswerSchema),
  },
  'POST /exports': {
    summary: 'Says that a file of the shop’s data was written',
    body: shopExportInputSchema,
    answer: data(shopExportSchema),
  },
  'POST /feedback': { summary: 'Says something of Kaunta', body: feedbackInputSchema, answer: data(newFeedbackSchema) },
} as const satisfies Record<string, DescribedCall>;
