import { expect, test } from 'vitest';
import type { Purchase } from '../../../../domain/items/purchase.ts';
import { actsOf, STATUSES_AFTER, type TypedChange } from '../../../../src/screens/purchases/purchase-changes.ts';
import { typedFieldsOf, valuesOfFields } from '../../../../src/screens/purchases/typed-fields.ts';
import { purchaseRow } from '../../../support/shop-rows.ts';

/* Which changes the form of a purchase sends. */

const ROW = purchaseRow({ id: 5, supplierId: 42, status: 'pending', notes: 'by hand', invoiceNumber: 'A-1' });

function acts(typed: Partial<TypedChange>, now: Partial<Purchase> = {}) {
  const begun = { ...typedFieldsOf(ROW), status: ROW.status };
  const changed = { ...begun, ...typed };
  return actsOf({ ...ROW, ...now }, begun, changed, valuesOfFields(changed));
}

test('C-122 nothing changed is nothing to send', () => {
  expect(acts({})).toEqual({ edit: null, isReceived: false });
});

test('C-122 only the fields that were changed are sent, and not what the row has already', () => {
  expect(acts({ notes: 'by truck', invoiceNumber: 'A-2' }, { invoiceNumber: 'A-2' })).toEqual({
    edit: { id: 5, change: { notes: 'by truck' }, isCancelled: false },
    isReceived: false,
  });
  expect(acts({}, { notes: 'from another phone' }).edit).toBeNull();
});

test('C-113 C-122 a cancelled one is cancelled once, a completed one is received once', () => {
  expect(acts({ status: 'cancelled' })).toEqual({ edit: { id: 5, change: {}, isCancelled: true }, isReceived: false });
  expect(acts({ status: 'cancelled' }, { status: 'cancelled' }).edit).toBeNull();
  expect(acts({ status: 'completed' })).toEqual({ edit: null, isReceived: true });
  expect(acts({ status: 'completed' }, { status: 'completed' }).isReceived).toBe(false);
});

test('C-113 what may follow each status', () => {
  expect(STATUSES_AFTER).toEqual({
    pending: ['pending', 'completed', 'cancelled'],
    completed: ['completed', 'cancelled'],
    cancelled: ['cancelled'],
  });
});
