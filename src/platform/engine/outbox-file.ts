import { exportOutbox, type ImportResult, sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import { browserClock, browserRandom } from '../../../sync/host/browser-ports.ts';
import type { LocalDatabase } from '../../../sync/local-database.ts';
import type { Transport } from '../../../sync/ports.ts';
import { type OutboxFileError, readOutboxFile } from '../../../sync/protocol/outbox-file.ts';

/** Why a file of waiting changes was not sent; each has a sentence in `src/parts/words.ts`. */
export type ImportRefusal = OutboxFileError | 'other_business' | Exclude<ImportResult['kind'], 'sent'>;

export type Imported =
  | { ok: true; count: number; notAccepted: number; authorUserId: number }
  | { ok: false; code: ImportRefusal };

/** Returns the waiting changes of this device as the text of a file; null if no change waits (SYN-27). */
export const writeWaitingChanges = (database: LocalDatabase): Promise<string | null> =>
  exportOutbox(database, browserClock.nowMs());

/**
 * Sends the changes of such a file, which any device of the business may have written, and notes that in the journal.
 */
export async function sendWaitingChanges(
  ports: { database: LocalDatabase; transport: Pick<Transport, 'push'>; businessId: number },
  text: string,
): Promise<Imported> {
  const read = readOutboxFile(text);
  if (!read.ok) return { ok: false, code: read.error };
  const { value: file } = read;
  if (file.businessId !== ports.businessId) return { ok: false, code: 'other_business' };
  const sent = await sendOutboxFile({ transport: ports.transport, random: browserRandom }, file);
  if (sent.kind !== 'sent') return { ok: false, code: sent.kind };
  const { notAccepted } = sent;
  const count = file.mutations.length;
  const detail = { count, notAccepted, userId: file.userId };
  await ports.database.write((tx) => tx.meta.appendJournal({ atMs: browserClock.nowMs(), what: 'imported', detail }));
  return { ok: true, count, notAccepted, authorUserId: file.userId };
}
