import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailable } from '../../../server/db/database.ts';
import { hookFsync, hookPermissions } from '../../../server/db/durable-file-system.ts';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { prepareDirectory } from '../../support/server/embedded-image.ts';
import { emptyEngine } from '../../support/server/empty-engine.ts';

const OTHER_PROCESS = fileURLToPath(import.meta.resolve('../../support/server/embedded-owner.ts'));

describe('the embedded database on disk', { timeout: 120_000 }, () => {
  let directory: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kaunta-embedded-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  /** Starts another process that opens the directory and commits numbers while it lives; it prints each one. */
  function startOwner(): { child: ChildProcess; said: (pattern: RegExp) => Promise<string>; ended: Promise<void> } {
    const child = spawn(process.execPath, [OTHER_PROCESS, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    const waiting = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString();
        for (const look of waiting) look();
      });
    const said = (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = () => {
          if (!pattern.test(output)) return;
          waiting.delete(look);
          resolve(output);
        };
        waiting.add(look);
        look();
      });
    return { child, said, ended: new Promise((resolve) => child.once('close', () => resolve())) };
  }

  it('reaches the disk with every commit and with nothing less, and throws away what an earlier first start left half made', async () => {
    mkdirSync(join(directory, 'init-1/base'), { recursive: true });
    let fsyncs = 0;
    const database = await openEmbedded({ directory, onFsync: () => (fsyncs += 1) });
    expect(readdirSync(directory)).toEqual(['pgdata']);
    await database.asOwner((sql) => sql.script('create table counted (n integer)'));
    const before = fsyncs;
    for (let n = 1; n <= 10; n += 1) await database.asOwner((sql) => sql.query('insert into counted values ($1)', [n]));
    expect(fsyncs - before).toBeGreaterThanOrEqual(10);
    const afterWrites = fsyncs;
    await database.asOwner((sql) => sql.query('select * from counted'));
    expect(fsyncs).toBe(afterWrites);
    await database.close();
  });

  it('belongs to one process: a second is refused, and one that was killed leaves nothing locked', async () => {
    await prepareDirectory(directory);
    const first = startOwner();
    await first.said(/committed 3\n/);
    await expect(openEmbedded({ directory })).rejects.toThrow(
      `The data directory ${directory} is in use by another process`,
    );
    const second = startOwner();
    expect(await second.said(/in use by another process/)).not.toContain('committed');

    first.child.kill('SIGKILL');
    await first.ended;
    const output = await first.said(/committed/);
    const acknowledged = Number(/committed (\d+)\n(?!.*committed \d+\n)/s.exec(output)?.[1]);
    const database = await openEmbedded({ directory });
    const [row] = await database.asOwner((sql) => sql.query<{ n: number }>('select max(n) as n from counted'));
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged);
    await database.close();
  });

  it('gives its directory back when it closes', async () => {
    await prepareDirectory(directory);
    const first = await openEmbedded({ directory });
    await first.close();
    await expect(first.transaction({ businessId: null }, (sql) => sql.query('select 1 as one'))).rejects.toThrow(
      DatabaseUnavailable,
    );
    const again = await openEmbedded({ directory });
    await again.close();
  });

  it('tidies up when it is quiet: dead rows go, statistics come', async () => {
    await prepareDirectory(directory);
    const database = await openEmbedded({ directory, tidyAfterMs: 5 });
    await makeTable(database);
    expect(await rowsExpected(database)).toBe(-1);
    await database.transaction({ businessId: null }, (sql) =>
      sql.query('insert into counted select generate_series(1, 500)'),
    );
    await expect.poll(() => rowsExpected(database), { timeout: 60_000 }).toBe(500);
    await database.close();
  });

  it('takes statistics also of a shop that is never quiet, once much was written', async () => {
    await prepareDirectory(directory);
    const database = await openEmbedded({ directory, tidyAfterMs: 3_600_000 });
    await makeTable(database);
    const write = (rows: number) =>
      database.transaction({ businessId: null }, (sql) =>
        sql.query(`insert into counted select n, repeat('x', 1000) from generate_series(1, $1::int) n`, [rows]),
      );
    for (let nth = 0; nth < 100; nth += 1) await write(1);
    await write(70_000);
    expect(await rowsExpected(database)).toBe(-1);
    for (let nth = 0; nth < 100; nth += 1) await write(1);
    await expect.poll(() => rowsExpected(database), { timeout: 60_000 }).toBeGreaterThan(60_000);
    await database.close();
  });
});

const makeTable = (database: Database): Promise<void> =>
  database.asOwner((sql) =>
    sql.script(
      `create role kaunta_door nologin; create table counted (n integer, filling text); grant all on counted to kaunta_door`,
    ),
  );

/** Returns the planner's estimate of the rows; -1 before the first analysis. */
async function rowsExpected(database: Database): Promise<number | undefined> {
  const found = await database.asOwner((sql) =>
    sql.query<{ reltuples: number }>(`select reltuples from pg_class where relname = 'counted'`),
  );
  return found[0]?.reltuples;
}

describe('the hook that makes commits durable', () => {
  it.each([
    [{}],
    [null],
    [{ NODEFS: {} }],
    [{ NODEFS: { stream_ops: null } }],
    [{ NODEFS: { stream_ops: { write() {} }, realPath() {} } }],
    [{ NODEFS: { stream_ops: { write() {} }, node_ops: {}, tryFSOperation() {}, realPath() {} } }],
  ])('refuses to start on a file system that it does not know: %j', (module) => {
    expect(() => hookFsync(module, () => {})).toThrow('cannot be made durable');
    expect(() => hookPermissions(module)).toThrow('cannot be made durable');
  });
});

describe('the embedded database’s one connection', () => {
  it('is taken from work that forgot to end, so that the others go on', async () => {
    const database = await openEmbedded({ directory: null, engine: await emptyEngine(), idleInTransactionMs: 300 });
    await database.asOwner((sql) => sql.script('create table counted (n integer)'));
    const stuck = database.asOwner(async (sql) => {
      await sql.query('insert into counted values (1)');
      await new Promise(() => {});
    });
    const others = database.asOwner((sql) => sql.query('select n from counted'));
    await expect(stuck).rejects.toThrow(DatabaseUnavailable);
    expect(await others).toEqual([]);
    await database.close();
  });
});
