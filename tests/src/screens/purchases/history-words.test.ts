import { expect, test } from 'vitest';
import { changedFieldsOf } from '../../../../src/screens/purchases/history-words.ts';

const CHANGES = {
  status: { from: 'pending', to: 'completed' },
  paymentMethod: { from: 'cash', to: 'mobileMoney' },
  amountPaidMinor: { from: 0, to: 1_250 },
  notes: { from: null, to: 'pending' },
};
const TOLD = [
  { field: 'Status', from: 'Pending', to: 'Completed' },
  { field: 'Payment method', from: 'Cash', to: 'Mobile Money' },
  { field: 'Amount paid', from: '0', to: '12.50' },
  // Text that a person has written is not changed.
  { field: 'Notes', from: 'nothing', to: 'pending' },
];

test.each([
  ['an object', CHANGES],
  ['a JSON string', JSON.stringify(CHANGES)],
])('R-PUR-40 R-PUR-41 C-125 changes that arrive as %s', (_what, changes) => {
  expect(changedFieldsOf(changes)).toEqual(TOLD);
});

test('R-PUR-40 an empty text is nothing', () => {
  const [notes] = changedFieldsOf({ notes: { from: '', to: 'torn' } });
  expect(notes).toEqual({ field: 'Notes', from: 'nothing', to: 'torn' });
});

test('R-PUR-41 a field that this version does not know keeps its name', () => {
  expect(changedFieldsOf('{"colour":{"from":1,"to":true}}')).toEqual([{ field: 'colour', from: '1', to: 'true' }]);
});

test.each([[undefined], [null], ['not JSON {'], ['[1]'], [{ status: 'completed' }]])(
  'R-PUR-41 what cannot be read is no change: %j',
  (changes) => {
    expect(changedFieldsOf(changes)).toEqual([]);
  },
);
