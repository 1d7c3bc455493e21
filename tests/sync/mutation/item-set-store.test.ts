import { expect, test } from 'vitest';
import type { Item } from '../../../domain/items/item.ts';
import { itemSetStore } from '../../../sync/mutation/item.ts';
import type { MutationContext } from '../../../sync/mutation/mutation.ts';
import { createOverlay } from '../../../sync/mutation/overlay.ts';
import { mutationNamed } from '../../../sync/mutation/registry.ts';

const item = { id: 7, version: 3, name: 'Soap', isKauntaEnabled: false, priceMinor: 250_000 } as Item;
const context: MutationContext = {
  side: 'server',
  businessId: 1,
  actor: { userId: 2, role: 'staff' },
  atMs: 0,
  deviceAtMs: null,
  timeOf: (atMs) => ({ atMs }),
  offsetMinutes: 180,
  clockSuspect: false,
  actorDisabled: false,
  mintServerId: null,
  findDuplicates: null,
};

const overlayOf = (row: Item | undefined) =>
  createOverlay({
    getMany: async (_table, ids) => ids.map(() => row as never),
    paymentMethods: async () => [],
    getDeleted: async () => undefined,
    isInUse: async () => false,
    openConflicts: async () => [],
    suppliersNamed: async () => [],
  });

test('R-ITEM-11 M15 the store switch is the documented call, and the last to arrive stands', async () => {
  expect(mutationNamed('item.setStore')).toMatchObject({
    class: 'set',
    call: { method: 'PATCH', path: '/items/{id}/kaunta-status' },
  });
  const overlay = overlayOf(item);
  overlay.begin();
  await itemSetStore.apply(overlay, { id: 7, isKauntaEnabled: true }, context);
  await itemSetStore.apply(overlay, { id: 7, isKauntaEnabled: false }, context);
  expect(await itemSetStore.apply(overlay, { id: 7, isKauntaEnabled: true }, context)).toEqual({ kind: 'applied' });
  expect(overlay.keep()).toEqual([{ table: 'item', id: 7, before: item, after: { ...item, isKauntaEnabled: true } }]);
});

test('M15 switching an item that does not exist is refused and writes nothing', async () => {
  const overlay = overlayOf(undefined);
  overlay.begin();
  expect(await itemSetStore.apply(overlay, { id: 7, isKauntaEnabled: true }, context)).toEqual({
    kind: 'refused',
    code: 'item_missing',
  });
  expect(overlay.keep()).toEqual([]);
});
