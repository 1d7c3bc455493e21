// npm run backup -- [folder]: copies DATA_DIR into a new folder in ./backups or in the named folder. The server must be
// stopped. With DATABASE_URL, use PostgreSQL's own tools: docs/operations.md says how.
import { resolve } from 'node:path';
import { createFilesPrivately } from '../server/data-folder.ts';
import { readSettings } from '../server/settings.ts';
import { BackupRefused, copyDataFolder } from './backup/data-folder.ts';

createFilesPrivately();
const settings = readSettings(process.env);
try {
  if (!settings.ok) throw new BackupRefused(settings.error.join('\n'));
  if (settings.value.databaseUrl !== undefined)
    throw new BackupRefused(
      'DATABASE_URL names a PostgreSQL: back it up with pg_dump, together with DATA_DIR and PEPPER (docs/operations.md).',
    );
  const folder = await copyDataFolder(settings.value.dataDir, resolve(process.argv[2] ?? 'backups'), Date.now());
  console.log(`The backup is ${folder}. Keep it on another machine: it holds the pepper of all PINs.`);
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
