import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { copyDataFolder, putBackDataFolder } from '../../scripts/backup/data-folder.ts';
import { restoreReport } from '../../scripts/backup/restore-report.ts';
import type { Database } from '../../server/db/database.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { beginNewHistories } from '../../server/new-history.ts';
import { systemRandom } from '../../server/random.ts';
import { prepareDirectory } from '../support/server/embedded-image.ts';
import { SellingDevice } from '../support/device/selling-device.ts';
import { registerShop, startTestServer, type TestServer } from '../support/server/server.ts';
import { createPostgres, postgresPrograms } from '../support/server/test-database.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 9);
const folder = mkdtempSync(join(tmpdir(), 'kaunta-drill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The steps of docs/operations.md between stopping and starting the server. */
interface Operator {
  open(): Promise<Database>;
  backUp(): Promise<void>;
  /** Tries the steps while a server runs: they must be refused or harmless. */
  tryWhileRunning?(): Promise<void>;
  putBack(): Promise<void>;
  cleanUp(): Promise<void>;
}

async function embedded(): Promise<Operator> {
  const dataDir = join(folder, 'data');
  await prepareDirectory(join(dataDir, 'database'));
  let backup = '';
  return {
    open: () => openEmbedded({ directory: join(dataDir, 'database') }),
    async backUp() {
      backup = await copyDataFolder(dataDir, join(folder, 'backups'), NOW_MS);
    },
    async tryWhileRunning() {
      await expect(copyDataFolder(dataDir, join(folder, 'backups'), NOW_MS + 1)).rejects.toThrow('Stop it first');
      if (backup !== '') await expect(putBackDataFolder(dataDir, backup, NOW_MS)).rejects.toThrow('Stop it first');
    },
    async putBack() {
      const { madeAtMs, kept } = await putBackDataFolder(dataDir, backup, NOW_MS);
      expect(madeAtMs).toBe(NOW_MS);
      expect(kept !== null && existsSync(join(kept, 'database'))).toBe(true);
    },
    cleanUp: async () => undefined,
  };
}

/** The steps with pg_dump and pg_restore, with exactly the commands of docs/operations.md. */
async function postgres(): Promise<Operator> {
  const { administratorUrl, runProgram } = postgresPrograms();
  let database = await createPostgres();
  const dump = join(folder, 'kaunta.dump');
  const role = `kaunta_backup_${new URL(database.url).pathname.slice('/kaunta_test_'.length)}`;
  const inDatabase = (url: string): string => {
    const named = new URL(url);
    named.pathname = new URL(database.url).pathname;
    return named.href;
  };
  const asAdministrator = (...commands: string[]) =>
    runProgram('psql', [
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-d',
      administratorUrl,
      ...commands.flatMap((each) => ['-c', each]),
    ]);
  await asAdministrator(`create role ${role} login bypassrls password 'drill'`, `grant pg_read_all_data to ${role}`);
  return {
    open: () => openPostgres({ url: database.url, connectionsMax: 6, onConnectionError: () => {} }),
    async backUp() {
      const from = new URL(inDatabase(administratorUrl));
      [from.username, from.password] = [role, 'drill'];
      await runProgram('pg_dump', ['--format=custom', `--file=${dump}`, from.href]);
    },
    async putBack() {
      await database.drop();
      database = await createPostgres();
      const owner = new URL(database.url).username;
      await runProgram('pg_restore', [
        '--no-owner',
        `--role=${owner}`,
        `--dbname=${inDatabase(administratorUrl)}`,
        dump,
      ]);
    },
    async cleanUp() {
      await database.drop();
      await asAdministrator(`revoke pg_read_all_data from ${role}`, `drop role ${role}`);
    },
  };
}

async function start({ open }: Operator): Promise<TestServer> {
  const database = await open();
  await migrate(database);
  return await startTestServer({ database });
}

describe.each([
  ['embedded', embedded],
  ['postgres', postgres],
])('the restore drill of docs/operations.md on %s', (_, hire) => {
  test('SYN-21 G61 back up, sell on two devices, restore: the devices heal the server, nothing is lost and nothing doubled', async () => {
    const operator = await hire();
    onTestFinished(() => operator.cleanUp());
    let server = await start(operator);
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
    await operator.tryWhileRunning?.();
    await server.close();
    await operator.backUp();

    server = await start(operator);
    [till.server, phone.server] = [server, server];
    const salt = await till.addItem('Salt');
    await till.sync();
    await phone.sync();
    const [bySugar, bySalt] = [await phone.sell(sugar), await phone.sell(salt)];
    await phone.sync();
    await till.sync();
    const unsent = await till.sell(salt);
    const all = [before, bySugar, bySalt, unsent].toSorted((a, b) => a - b);
    await operator.tryWhileRunning?.();
    await server.close();
    await operator.putBack();

    server = await start(operator);
    const shops = await beginNewHistories(server.deps.database, systemRandom);
    expect(restoreReport(shops)).toContain('Test Shop');
    expect(shops).toMatchObject([{ businessId: shop.businessId, devices: 2 }]);

    [till.server, phone.server] = [server, server];
    // The phone syncs first. Its sale needs an item that only the till can bring back, so it waits and selling goes on.
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
});

describe('a backup of the embedded database', () => {
  test('G61 refuses what is no whole backup, and a place inside what it copies', async () => {
    const dataDir = join(folder, 'other');
    await prepareDirectory(join(dataDir, 'database'));
    await copyDataFolder(dataDir, join(folder, 'others'), NOW_MS);
    await expect(putBackDataFolder(dataDir, folder, NOW_MS)).rejects.toThrow('no whole backup');
    await expect(copyDataFolder(dataDir, join(dataDir, 'backups'), NOW_MS)).rejects.toThrow('does not belong');
    await expect(copyDataFolder(join(folder, 'nowhere'), folder, NOW_MS)).rejects.toThrow('no database');
    await expect(copyDataFolder(dataDir, join(folder, 'others'), NOW_MS)).rejects.toThrow('there already');
  });
});
