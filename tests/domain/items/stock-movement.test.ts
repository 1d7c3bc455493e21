import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newStockAdditionSchema, newStockAdjustmentSchema } from '../../../domain/items/stock-movement.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';

const saidOf = (schema: v.GenericSchema<unknown>, quantityHundredths: number) =>
  v.safeParse(schema, quantityHundredths).issues?.map(({ message }) => message) ?? [];

test('R-STK-15 stock is added from a hundredth of a unit on, and neither nothing nor less', () => {
  const said = (hundredths: number) => saidOf(newStockAdditionSchema.entries.quantityHundredths, hundredths);
  expect([1, 50, QUANTITY_HUNDREDTHS_MAX].map(said)).toEqual([[], [], []]);
  expect([0, -1].map(said)).toEqual([['Quantity must be a positive number'], ['Quantity must be a positive number']]);
  expect(said(QUANTITY_HUNDREDTHS_MAX + 1)).toEqual(['Quantity is too large']);
});

test('R-STK-18 what the added stock cost may be left out, may be nothing, and is never less', () => {
  const { costPriceMinor } = newStockAdditionSchema.entries;
  expect([null, 0, 1].map((cost) => v.is(costPriceMinor, cost))).toEqual([true, true, true]);
  expect(v.is(costPriceMinor, -1)).toBe(false);
});

test('G17 M19 a correction is a change in either direction, from a hundredth of a unit on', () => {
  const said = (hundredths: number) => saidOf(newStockAdjustmentSchema.entries.quantityHundredths, hundredths);
  expect([1, -1, QUANTITY_HUNDREDTHS_MAX, -QUANTITY_HUNDREDTHS_MAX].map(said)).toEqual([[], [], [], []]);
  expect(said(0)).toEqual(['Enter by how much the stock changes']);
  expect(said(-QUANTITY_HUNDREDTHS_MAX - 1)).toEqual(['Quantity is too large']);
});
