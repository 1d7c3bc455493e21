import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './db/database.ts';
import { type Random, randomToken } from './random.ts';
import type { Settings } from './settings.ts';
import { writeOnce } from './write-once.ts';

/**
 * The secret that PINs are hashed with: the setting, else the file in DATA_DIR, which the first start creates.
 * An operator who loses it has to give every user a new PIN, so it belongs in the backup, apart from the database.
 */
export function readPepper(settings: Pick<Settings, 'pepper' | 'dataDir'>, random: Random): string {
  if (settings.pepper !== undefined) return settings.pepper;
  const path = join(settings.dataDir, 'pepper');
  mkdirSync(settings.dataDir, { recursive: true });
  if (!existsSync(path)) writeOnce(path, randomToken(random));
  const pepper = readFileSync(path, 'utf8').trim();
  if (pepper.length < 16)
    throw new Error(`The file ${path} holds no pepper: put it back from the backup, or set PEPPER`);
  return pepper;
}

/**
 * Refuses a pepper that is not the one of this database's PINs: with another one every PIN would be wrong, and two
 * processes with different ones would each lock out the other's users.
 */
export async function checkPepper(database: Database, pepper: string): Promise<void> {
  const mark = createHash('sha256').update(`kaunta pepper mark ${pepper}`).digest('hex');
  const known = await database.asOwner(async (sql) => {
    await sql.query(`insert into installation (key, value) values ('pepper_mark', $1) on conflict (key) do nothing`, [
      mark,
    ]);
    const [row] = await sql.query<{ value: string }>(`select value from installation where key = 'pepper_mark'`);
    return row?.value ?? '';
  });
  if (known.length !== mark.length || !timingSafeEqual(Buffer.from(known), Buffer.from(mark)))
    throw new Error(
      'PEPPER is not the one that the PINs in this database were hashed with: give every process the same, or put the file back',
    );
}
