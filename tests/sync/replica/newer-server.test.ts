import { describe, expect, test } from 'vitest';
import { packPull, unpackPull } from '../../../sync/protocol/pull-wire.ts';
import type { PullAnswer } from '../../../sync/protocol/pull.ts';
import { openReplica, outcome } from '../../support/device/replica.ts';
import { itemRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

/** Fields of an item that only the server's newer build has. */
const NEWER = { shelf: { row: 'B', places: [1, 2] }, allergens: null, barcodes: ['123'] };

test('SYN-11 fields that this build does not know travel as they are', () => {
  const rows = [{ ...itemRow({ id: 1 }), ...NEWER }, itemRow({ id: 2 }), { ...itemRow({ id: 3 }), shelf: 'C' }];
  const answer: PullAnswer = {
    ...{ epoch: 'e', serverTimeMs: 0, baseCookie: null, cookie: 'c', kind: 'changes', projection: 'admin', version: 1 },
    ...{ tombstones: [], more: false, historyLeft: false, confirmed: null },
    pages: [{ table: 'item', rows: rows as unknown as Record<string, unknown>[] }],
  };
  expect(unpackPull(JSON.parse(JSON.stringify(packPull(answer)))).pages[0]?.rows).toEqual(rows);
});

describe.each(DEVICES)('rows of a newer server, $kind', ({ open }) => {
  test('SYN-3 SYN-11 a device keeps the fields that it does not know, through its own changes and what is built anew', async () => {
    const replica = await openReplica(open, { item: [{ ...itemRow({ id: 1 }), ...NEWER }] });
    expect(await replica.row('item', 1)).toMatchObject(NEWER);
    await replica.run('item.edit', () => ({ id: 1, base: { name: 'Item 1' }, change: { name: 'Soap' } }));
    await replica.sell(1, 100);
    expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap', ...NEWER });
    const changed = { ...NEWER, barcodes: ['123', '456'] };
    await replica.absorb({
      version: 4,
      rows: { item: [{ ...itemRow({ id: 1, version: 4, name: 'Soap' }), ...changed }] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap', currentStockHundredths: 900, ...changed });
  });
});
