import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addressSchema, businessFieldsSchema, businessNameSchema } from '../../domain/business.ts';
import { newFeedbackSchema } from '../../domain/feedback.ts';
import { itemFieldsSchema, itemNameSchema } from '../../domain/items/item.ts';
import { newPurchaseLineSchema, newPurchaseSchema } from '../../domain/items/purchase.ts';
import { customerFieldsSchema } from '../../domain/people/customer.ts';
import { supplierFieldsSchema } from '../../domain/people/supplier.ts';
import { firstNameSchema, lastNameSchema, usernameSchema } from '../../domain/people/user.ts';
import { newPaymentMethodSchema } from '../../domain/sales/payment-method.ts';
import { cancelReasonSchema, newSaleLineSchema, newSaleSchema } from '../../domain/sales/sale.ts';
import { newSalePaymentSchema, tillPaymentSchema, transactionIdSchema } from '../../domain/sales/sale-payment.ts';
import { emailSchema } from '../../domain/text/email.ts';

type TextSchema = v.GenericSchema<unknown>;
interface TextField {
  what: string;
  schema: TextSchema;
  charsMax: number;
  /** The error of a text that is one character longer. */
  sentence: string;
}

const ofForm = (what: string, schema: TextSchema, charsMax: number): TextField => ({
  ...{ what, schema, charsMax, sentence: `Use at most ${charsMax} characters` },
});
const ofPerson = (label: string, schema: TextSchema, charsMax: number): TextField => ({
  ...{ what: label, schema, charsMax, sentence: `${label} must be ${charsMax} characters or less` },
});
const sale = newSaleSchema.pipe[0].entries;

describe('texts that a person types', () => {
  test.each([
    ofForm('a customer’s name', customerFieldsSchema.entries.name, 120),
    ofForm('a customer’s address', customerFieldsSchema.entries.address, 500),
    ofForm('a customer’s notes', customerFieldsSchema.entries.notes, 500),
    ofForm('a supplier’s name', supplierFieldsSchema.entries.name, 120),
    ofForm('a supplier’s address', supplierFieldsSchema.entries.address, 500),
    ofForm('an item’s name', itemNameSchema, 160),
    ofForm('an item’s description', itemFieldsSchema.entries.description, 2_000),
    ofForm('an item’s unit', itemFieldsSchema.entries.unitOfMeasure, 120),
    ofForm('a payment method’s name', newPaymentMethodSchema.entries.name, 60),
    ofForm('a transaction ID', transactionIdSchema, 80),
    ofForm('a sale’s notes', sale.notes, 500),
    ofForm('the reason of a cancellation', cancelReasonSchema, 120),
    ofForm('a shop’s handle', businessFieldsSchema.entries.socialMediaX, 200),
    ofForm('a message to us', newFeedbackSchema.entries.message, 2_000),
    ofPerson('First name', firstNameSchema, 50),
    ofPerson('Last name', lastNameSchema, 50),
    ofPerson('Username', usernameSchema, 101),
    ofPerson('Business name', businessNameSchema, 100),
    ofPerson('Address', addressSchema, 200),
  ])('R-HOST-01 $what has at most $charsMax characters, and one more is told in a sentence', (field) => {
    const { schema, charsMax, sentence } = field;
    expect(v.is(schema, 'a'.repeat(charsMax))).toBe(true);
    // Spaces around a text are not counted.
    expect(v.safeParse(schema, `  ${'a'.repeat(charsMax)} `)).toMatchObject({ output: 'a'.repeat(charsMax) });
    const { issues } = v.safeParse(schema, 'a'.repeat(charsMax + 1));
    expect(issues?.map(({ message }) => message)).toEqual([sentence]);
  });

  test.each([
    { of: 'a shop', schema: emailSchema },
    { of: 'a supplier', schema: supplierFieldsSchema.entries.email },
  ])('R-HOST-01 the email of $of has at most 254 characters', ({ schema }) => {
    const domain = `@${'shop.'.repeat(40)}co.ug`;
    const email = (length: number) => 'a'.repeat(length - domain.length) + domain;
    expect(v.is(schema, email(254))).toBe(true);
    expect(v.safeParse(schema, email(255)).issues?.map(({ message }) => message)).toEqual([
      'Email must be 254 characters or less',
    ]);
  });
});

describe('names that an act carries with it', () => {
  const longest = (schema: TextSchema): number => {
    let charsMax = 0;
    while (v.is(schema, 'a'.repeat(charsMax + 1))) charsMax += 1;
    return charsMax;
  };

  test.each([
    { what: 'an item’s name in a sale', named: itemNameSchema, carried: newSaleLineSchema.entries.itemName },
    { what: 'an item’s name in a purchase', named: itemNameSchema, carried: newPurchaseLineSchema.entries.itemName },
    {
      what: 'an item’s unit',
      named: itemFieldsSchema.entries.unitOfMeasure,
      carried: newSaleLineSchema.entries.itemUnit,
    },
    { what: 'a customer’s name', named: customerFieldsSchema.entries.name, carried: sale.customerName },
    { what: 'a method’s name in a sale', named: newPaymentMethodSchema.entries.name, carried: sale.paymentMethodName },
    {
      what: 'a method’s name in a payment at the till',
      named: newPaymentMethodSchema.entries.name,
      carried: tillPaymentSchema.entries.paymentMethodName,
    },
    {
      what: 'a method’s name in a later payment',
      named: newPaymentMethodSchema.entries.name,
      carried: newSalePaymentSchema.entries.paymentMethodName,
    },
  ])('R-HOST-01 the longest that a form accepts is accepted with the act: $what', ({ named, carried }) => {
    expect(longest(carried)).toBe(longest(named));
  });

  test('R-HOST-01 the longest supplier’s name is accepted with a purchase', () => {
    const { supplierName } = newPurchaseSchema.entries;
    expect(v.is(supplierName, 'a'.repeat(longest(supplierFieldsSchema.entries.name)))).toBe(true);
  });
});
