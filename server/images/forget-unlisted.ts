import type { Database } from '../db/database.ts';
import { listImageKeys } from '../db/queries/look-up.ts';
import type { UploadFolder } from './upload-folder.ts';

/**
 * How long files of unlisted images are stored. After a restore a device may bring a removed image back (SYN-21), and a
 * file may arrive before its row.
 */
export const UNLISTED_KEPT_MS = 30 * 86_400_000;

/** Deletes the files of old images that no item lists and the business does not show. */
export async function forgetUnlisted(database: Database, folder: UploadFolder, nowMs: number): Promise<void> {
  for (const businessId of await folder.businessIds()) {
    const old = await folder.keysBefore(businessId, nowMs - UNLISTED_KEPT_MS);
    if (old.length === 0) continue;
    const listed = await database.transaction({ businessId, readOnly: true }, (sql) => listImageKeys(sql, businessId));
    // Checks the age again: a file that was uploaded again meanwhile is new, even if no row lists it yet.
    const stillOld = new Set(await folder.keysBefore(businessId, nowMs - UNLISTED_KEPT_MS));
    for (const key of old) if (!listed.has(key) && stillOld.has(key)) await folder.remove(businessId, key);
  }
}
