import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { itemFieldsSchema } from '../../../../domain/items/item.ts';
import { newStockAdditionSchema } from '../../../../domain/items/stock-movement.ts';
import { amountOf, quantityOf, readTyped } from '../../../../src/parts/form/typed-number.ts';

const CLEAR = 'Write the number as 1500 or 1,500.50';

describe('X-TYPE-05 the sentence at a field says what is wrong', () => {
  test.each([
    ['1250,500', CLEAR],
    ['1,00,000', CLEAR],
    ['10%', CLEAR],
    ['5kg', CLEAR],
    ['0.375', 'Use at most 2 decimals'],
    ['-1', 'Price must be a positive number'],
    ['free', 'Price must be a positive number'],
    ['', 'Price must be a positive number'],
  ])('of the price %j: %s', (text, sentence) => {
    const { issues } = v.safeParse(itemFieldsSchema.entries.priceMinor, amountOf(text));
    expect(issues?.[0].message).toBe(sentence);
    expect(readTyped(text, 'Price must be a positive number', { least: 1 })).toEqual({ ok: false, error: sentence });
  });

  test('of a quantity', () => {
    const { issues } = v.safeParse(newStockAdditionSchema.entries.quantityHundredths, quantityOf('1250,500'));
    expect(issues?.[0].message).toBe(CLEAR);
  });
});
