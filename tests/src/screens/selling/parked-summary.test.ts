import { expect, test } from 'vitest';
import { summaryOf } from '../../../../src/screens/selling/use-parked.ts';
import { draftOf } from '../../../support/screens/draft-sales.ts';
import { itemRow } from '../../../support/shop-rows.ts';

const itemsById = new Map([[4, itemRow({ id: 4, name: 'Sugar 1 kg' })]]);

test('R-CTR-40 a parked basket is described by its goods, with a count where it is not one', () => {
  const draft = draftOf(
    { itemId: 4, quantityText: '2' },
    { itemId: 9, quantityText: ' 1 ', nameText: 'Soap' },
    { itemId: null, quantityText: '1' },
  );
  expect(summaryOf(draft, itemsById)).toBe('Sugar 1 kg × 2, Soap');
});

test('R-CTR-40 a long one ends in dots, with no half character before them', () => {
  const draft = draftOf({ itemId: 9, quantityText: '1', nameText: `${'a'.repeat(138)}🍬🍬🍬` });
  expect(summaryOf(draft, itemsById)).toBe(`${'a'.repeat(138)}🍬…`);
});
