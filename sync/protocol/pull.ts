import * as v from 'valibot';
import { COUNT_MAX, countSchema, storedInstantSchema, wholeNumber } from '../../domain/text/whole-number.ts';
import { outcomeSchema } from './outcome.ts';
import { clientIdSchema, deviceReportSchema } from './push.ts';
import { HISTORY_TABLES, TABLE_NAMES } from './tables.ts';

/** How many rows a device asks for in one page: while the app is hidden, and while it is visible (SYN-11). */
export const PULL_ROWS_HIDDEN = 2_000;
export const PULL_ROWS_VISIBLE = 500;
/** The server accepts no larger page. */
export const PULL_ROWS_MAX = 2_000;

const mid = countSchema;

/**
 * A position in the history of one table, newest first. Older than it are rows created before it, and rows of the same
 * instant with a lower id.
 */
export const historyPlaceSchema = v.object({
  createdAtMs: storedInstantSchema,
  id: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});
export type HistoryPlace = v.InferOutput<typeof historyPlaceSchema>;

export const olderSchema = v.object({ table: v.picklist(HISTORY_TABLES), before: historyPlaceSchema });
/** A request for rows of one table that were created before the window (SYN-12). */
export type OlderWish = v.InferOutput<typeof olderSchema>;

export const pullRequestSchema = v.object({
  protocol: countSchema,
  clientId: clientIdSchema,
  /** Opaque; null on a device that has no rows yet. */
  cookie: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  /** The last mid that a pull has confirmed on this device: the answer brings the outcomes of later mids. */
  confirmedMid: mid,
  want: v.picklist(['changes', 'history', 'older']),
  /** The tables that this build knows: the server does not send it rows of other tables. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX)),
  /** Set only with 'older'. */
  older: v.optional(olderSchema),
  rowsMax: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(PULL_ROWS_MAX)),
  /** Set only with the first page of a pull. */
  device: v.optional(deviceReportSchema),
});
export type PullRequest = v.InferOutput<typeof pullRequestSchema>;

const tableName = v.picklist(TABLE_NAMES);

export const pullAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  /** The cookie that this page continues. The device drops a page that continues another cookie than the stored one. */
  baseCookie: v.nullable(v.string()),
  cookie: v.string(),
  /**
   * 'snapshot' and 'changes' bring the device to a newer state. 'history' adds older rows, and 'older' adds rows from
   * before the window; both overwrite nothing newer.
   * 'resync' and 'restored' bring no rows: the server cannot continue from the cookie (SYN-15), or the cookie belongs
   * to a history that is not the server's (SYN-21).
   */
  kind: v.picklist(['snapshot', 'changes', 'history', 'older', 'resync', 'restored']),
  /** The role for which the rows were selected: what this role may not see was left out (SYN-13). */
  projection: v.picklist(['admin', 'staff']),
  /** The version of the newest row that the device has after it has stored this whole page. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  pages: v.array(v.object({ table: tableName, rows: v.array(v.record(v.string(), v.unknown())) })),
  tombstones: v.array(v.object({ table: tableName, id: v.number(), version: v.number() })),
  /** True if more pages of the same kind follow. */
  more: v.boolean(),
  historyLeft: v.boolean(),
  /** Set only on the page of changes after which the device has everything (SYN-11). */
  confirmed: v.nullable(
    v.object({
      lmid: mid,
      hash: v.string(),
      outcomes: v.array(outcomeSchema),
    }),
  ),
});
export type PullAnswer = v.InferOutput<typeof pullAnswerSchema>;
export type Projection = PullAnswer['projection'];
