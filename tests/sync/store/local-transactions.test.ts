import { beforeEach, describe, expect, test } from 'vitest';
import { base, entry } from '../../support/device/outbox-rows.ts';
import { itemRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES, freshState, type TestDevice } from '../../support/device/test-device.ts';

describe.each(DEVICES)('transactions of a LocalDatabase $kind', ({ open }) => {
  let device: TestDevice;
  const write: TestDevice['database']['write'] = (work) => device.database.write(work);
  const read: TestDevice['database']['read'] = (work) => device.database.read(work);
  beforeEach(async () => {
    device = await open();
  });

  test('SYN-1 are all or nothing: work that throws leaves nothing, and its own error comes out', async () => {
    await write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    class Refusal extends Error {}
    const thrown = new Refusal('no');
    const failing = write(async (tx) => {
      await tx.rows.put('item', [itemRow({ id: 1, name: 'Changed' }), itemRow({ id: 2 })]);
      await tx.outbox.put([entry(1)]);
      await tx.bases.put([base(1)]);
      await tx.meta.putState(freshState({ nextMid: 2 }));
      await tx.meta.addToCounts(new Map([['item', 1]]));
      await tx.meta.appendJournal({ atMs: 1, what: 'run', detail: {} });
      throw thrown;
    });
    await expect(failing).rejects.toBe(thrown);
    const left = await read(async (tx) => [
      await tx.rows.get('item', [1, 2]),
      await tx.outbox.all(),
      await tx.bases.all(),
      (await tx.meta.getState()).nextMid,
    ]);
    expect(left).toEqual([[itemRow({ id: 1 }), undefined], [], [], 1]);
    expect([await device.rowCount('item'), (await device.journal()).length]).toEqual([0, 0]);
  });

  test('SYN-26 SYN-26d a commit for which there is no space says so and leaves nothing', async () => {
    const failing = write(async (tx) => {
      await tx.outbox.put([entry(1)]);
      await tx.rows.put('sale', [saleRow({ id: 1 })]);
      device.runOutOfSpace();
    });
    await expect(failing).rejects.toMatchObject({ name: 'StorageFailure', kind: 'quota' });
    expect(await read(async (tx) => [await tx.outbox.all(), await tx.rows.get('sale', [1])])).toEqual([
      [],
      [undefined],
    ]);
    await write((tx) => tx.rows.put('sale', [saleRow({ id: 1 })]));
    expect(await read((tx) => tx.rows.get('sale', [1]))).toEqual([saleRow({ id: 1 })]);
  });

  test('write one after the other, so that no count is lost', async () => {
    const bump = () =>
      write(async (tx) => {
        const state = await tx.meta.getState();
        await tx.rows.get('item', [1]);
        await tx.meta.putState({ ...state, nextMid: state.nextMid + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, bump));
    expect((await read((tx) => tx.meta.getState())).nextMid).toBe(21);
  });

  test('read one moment: what another transaction commits meanwhile is not seen by half', async () => {
    const seen: number[][] = [];
    const readTwice = read(async (tx) => {
      const first = (await tx.meta.getState()).nextMid;
      await tx.rows.get('item', [1, 2, 3]);
      const [item] = await tx.rows.get('item', [1]);
      seen.push([first, item?.version ?? 1]);
    });
    const writing = write(async (tx) => {
      await tx.meta.putState(freshState({ nextMid: 2 }));
      await tx.rows.put('item', [itemRow({ id: 1, version: 2 })]);
    });
    const readAfter = read(async (tx) => {
      const [item] = await tx.rows.get('item', [1]);
      seen.push([(await tx.meta.getState()).nextMid, item?.version ?? 1]);
    });
    await Promise.all([readTwice, writing, readAfter]);
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('a read that writes is refused and changes nothing', async () => {
    await expect(read((tx) => tx.rows.put('item', [itemRow({ id: 1 })]))).rejects.toThrow();
    expect(await read((tx) => tx.rows.get('item', [1]))).toEqual([undefined]);
  });

  test('a transaction is over when its work is', async () => {
    const { used } = await write((tx) => Promise.resolve({ used: tx }));
    await expect(
      used.meta.putState(freshState({ nextMid: 77 })).then(() => read((tx) => tx.meta.getState())),
    ).rejects.toThrow();
  });
});
