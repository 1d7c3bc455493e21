import * as v from 'valibot';
import { COUNT_MAX, instantSchema, storedInstantSchema, wholeNumber } from '../../domain/text/whole-number.ts';
import { FIRST_TABLE_SET, HISTORY_MONTH_MS, HISTORY_MONTHS, TABLE_NAMES } from '../../sync/protocol/tables.ts';
import type { SnapshotTx } from './server-store.ts';

const version = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const tableIndex = wholeNumber(0, TABLE_NAMES.length);
const id = wholeNumber(0, Number.MAX_SAFE_INTEGER);
/** An epoch and a nonce are eight random bytes as hexadecimal text; the nonce of an old version may be ''. */
const drawnText = v.pipe(v.string(), v.maxLength(16));

/**
 * A device's position in the server's history. The device stores it and sends it back, but cannot read it. Which rows
 * the device may see follows from its session, never from the cookie.
 */
export const cookieSchema = v.object({
  /** The epoch of the history that the position is in (SYN-21). */
  epoch: drawnText,
  /**
   * The newest version that the device has rows of, and the nonce of that version. A restored server does not know this
   * nonce, even if it has reached the version's number again (SYN-21).
   */
  seen: v.object({ version, nonce: drawnText }),
  /** The device has everything up to this version, except the rows that the places below have not reached yet. */
  version,
  projection: v.picklist(['admin', 'staff']),
  /** The tables that the device has rows of. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX), FIRST_TABLE_SET),
  /** Where the first copy of all tables continues; null once it is complete. */
  snapshot: v.nullable(v.object({ tableIndex, id })),
  /** Where the changes continue, if they did not fit into one page. */
  change: v.nullable(v.object({ version, tableIndex, id })),
  /** Where the history rows continue; null once they are complete. */
  history: v.nullable(v.object({ tableIndex, place: v.nullable(v.object({ createdAtMs: storedInstantSchema, id })) })),
  /** The beginning of the window, fixed at the device's first pull (SYN-12). */
  sinceMs: instantSchema,
});
export type Cookie = v.InferOutput<typeof cookieSchema>;

/** The rows that a device may see, and the tables that its build can read. */
export type View = Pick<Cookie, 'projection' | 'tableSet'>;

/** Returns the cookie of a new copy. It names the history already. */
export const firstCookie = (
  { epoch, version: now, nonce }: Pick<SnapshotTx, 'epoch' | 'version' | 'nonce'>,
  view: View,
  nowMs: number,
): Cookie => ({
  epoch,
  seen: { version: now, nonce },
  version: now,
  ...view,
  snapshot: { tableIndex: 0, id: 0 },
  change: null,
  history: { tableIndex: 0, place: null },
  sinceMs: nowMs - HISTORY_MONTHS * HISTORY_MONTH_MS,
});

export const writeCookie = (cookie: Cookie): string => Buffer.from(JSON.stringify(cookie)).toString('base64url');

/** Returns null for text that no server of this build wrote. The device then resyncs; its outbox is untouched. */
export function readCookie(text: string): Cookie | null {
  try {
    const parsed = v.safeParse(cookieSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
