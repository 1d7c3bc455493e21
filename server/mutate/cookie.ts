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
 * How far a device has come, as the server remembers it in the device's hands. Opaque to the device; what it may see
 * comes from its session, never from here.
 */
export const cookieSchema = v.object({
  /** The epoch of the history that it speaks of (SYN-21). */
  epoch: drawnText,
  /**
   * The newest version that the device has rows of, and the nonce that it was taken with: a restored server does not
   * know it, even when it has meanwhile counted further (SYN-21).
   */
  seen: v.object({ version, nonce: drawnText }),
  /** Everything up to this version is on the device, but for what the places below say. */
  version,
  projection: v.picklist(['admin', 'staff']),
  /** The tables of which the device has rows. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX), FIRST_TABLE_SET),
  /** Where the snapshot of the whole tables goes on; null once it is complete. */
  snapshot: v.nullable(v.object({ tableIndex, id })),
  /** Where a delta that did not fit one page goes on. */
  change: v.nullable(v.object({ version, tableIndex, id })),
  /** Where the past goes on; null once it is complete. */
  history: v.nullable(v.object({ tableIndex, place: v.nullable(v.object({ createdAtMs: storedInstantSchema, id })) })),
  /** The window's beginning, fixed when the device began (SYN-12). */
  sinceMs: instantSchema,
});
export type Cookie = v.InferOutput<typeof cookieSchema>;

/** The rows that a device may see, and the tables that its build can read. */
export type View = Pick<Cookie, 'projection' | 'tableSet'>;

/** Where a new copy begins. It says already which history this is. */
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

/** null for what no server of this build wrote: the device then takes the shop anew, its outbox untouched. */
export function readCookie(text: string): Cookie | null {
  try {
    const parsed = v.safeParse(cookieSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
