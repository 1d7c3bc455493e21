// npm run restore -- <backup>: replaces DATA_DIR by a backup of npm run backup, gives every business a new history id,
// and prints what comes back by itself and what does not. With DATABASE_URL it takes no backup argument: it gives new
// history ids to a database that PostgreSQL's own tools have restored.
import { createFilesPrivately } from '../server/data-folder.ts';
import { createLog } from '../server/log.ts';
import { migrate } from '../server/db/migrate.ts';
import { beginNewHistories } from '../server/new-history.ts';
import { systemRandom } from '../server/random.ts';
import { openDatabase } from '../server/serve.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { BackupRefused, putBackDataFolder } from './backup/data-folder.ts';
import { restoreReport } from './backup/restore-report.ts';

createFilesPrivately();
const settings = readSettings(process.env);
try {
  if (!settings.ok) throw new BackupRefused(settings.error.join('\n'));
  await restore(settings.value, process.argv[2]);
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function restore(to: Settings, backup: string | undefined): Promise<void> {
  if (to.databaseUrl === undefined) {
    if (backup === undefined) throw new BackupRefused('Which backup? npm run restore -- <folder of the backup>');
    const { madeAtMs, kept } = await putBackDataFolder(to.dataDir, backup, Date.now());
    console.log(`The backup of ${new Date(madeAtMs).toISOString()} is in its place.`);
    if (kept !== null) console.log(`What was there before is kept in ${kept}.`);
  } else if (backup !== undefined)
    throw new BackupRefused(
      'DATABASE_URL names a PostgreSQL: restore it with pg_restore first, then run npm run restore without a folder (docs/operations.md).',
    );
  const database = await openDatabase(to, createLog(to.logLevel));
  try {
    await migrate(database);
    console.log(restoreReport(await beginNewHistories(database, systemRandom)));
  } finally {
    await database.close();
  }
}
