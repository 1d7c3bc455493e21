import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDataFolder, putBackDataFolder } from '../../scripts/backup/data-folder.ts';
import { restoreReport } from '../../scripts/backup/report.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { beginNewHistories } from '../../server/new-history.ts';
import { systemRandom } from '../../server/random.ts';
import { prepareDirectory } from '../support/embedded-image.ts';
import { SellingDevice } from '../support/selling-device.ts';
import { registerShop, startTestServer, type TestServer } from '../support/server.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 9);
const folder = mkdtempSync(join(tmpdir(), 'kaunta-drill-'));
const dataDir = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<TestServer> {
  const database = await openEmbedded({ directory: join(dataDir, 'database') });
  await migrate(database);
  return await startTestServer({ database });
}

describe('the restore drill of docs/operations.md', () => {
  beforeAll(() => prepareDirectory(join(dataDir, 'database')));

  test('SYN-21 G61 back up, sell on two devices, restore: the devices heal the server, nothing is lost and nothing doubled', async () => {
    let server = await start();
    const shop = await registerShop(server);
    const [till, phone] = [
      new SellingDevice(server, shop, '00000000000000a1'),
      new SellingDevice(server, shop, '00000000000000a2'),
    ];
    await till.sync();
    const sugar = await till.addItem('Sugar');
    const before = await till.sell(sugar);
    await till.sync();
    await phone.sync();
    await expect(copyDataFolder(dataDir, join(folder, 'backups'), NOW_MS)).rejects.toThrow('Stop it first');
    await server.close();
    const backup = await copyDataFolder(dataDir, join(folder, 'backups'), NOW_MS);

    server = await start();
    [till.server, phone.server] = [server, server];
    const salt = await till.addItem('Salt');
    await till.sync();
    await phone.sync();
    const [bySugar, bySalt] = [await phone.sell(sugar), await phone.sell(salt)];
    await phone.sync();
    await till.sync();
    const unsent = await till.sell(salt);
    const all = [before, bySugar, bySalt, unsent].toSorted((a, b) => a - b);
    await expect(putBackDataFolder(dataDir, backup, NOW_MS)).rejects.toThrow('Stop it first');
    await server.close();

    const { madeAtMs, kept } = await putBackDataFolder(dataDir, backup, NOW_MS);
    expect(madeAtMs).toBe(NOW_MS);
    expect(kept !== null && existsSync(join(kept, 'database'))).toBe(true);
    server = await start();
    const shops = await beginNewHistories(server.deps.database, systemRandom);
    expect(restoreReport(shops)).toContain('Test Shop');
    expect(shops).toMatchObject([{ businessId: shop.businessId, devices: 2 }]);

    [till.server, phone.server] = [server, server];
    // The phone comes first, with a sale of an item that only the till can bring back: it waits, and goes on selling.
    expect((await phone.sync()).wakeAfterMs).not.toBeNull();
    expect(phone.saleIds()).toHaveLength(3);
    await till.sync();
    await phone.sync();
    await till.sync();

    const stored = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query<{ id: number; final: string }>(
        'select id, final_amount as final from sale where not deleted order by id',
      ),
    );
    expect(stored.map(({ id }) => id)).toEqual(all);
    for (const device of [till, phone]) {
      expect(device.saleIds()).toEqual(all);
      expect([device.stock(sugar), device.stock(salt)]).toEqual([-200, -200]);
      const { outbox, state } = device.database.inspect();
      expect(outbox.size).toBe(0);
      expect(state).toMatchObject({ resync: null, historyLeft: false, snapshotComplete: true });
    }
    expect(till.database.inspect().state.epoch).toBe(phone.database.inspect().state.epoch);
    await server.close();
  }, 240_000);

  test('G61 refuses what is no whole backup, and a place inside what it copies', async () => {
    await expect(putBackDataFolder(dataDir, folder, NOW_MS)).rejects.toThrow('no whole backup');
    await expect(copyDataFolder(dataDir, join(dataDir, 'backups'), NOW_MS)).rejects.toThrow('does not belong');
    await expect(copyDataFolder(join(folder, 'nowhere'), folder, NOW_MS)).rejects.toThrow('no database');
    await expect(copyDataFolder(dataDir, join(folder, 'backups'), NOW_MS)).rejects.toThrow('there already');
  });
});
