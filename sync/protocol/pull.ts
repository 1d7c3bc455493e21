import * as v from 'valibot';
import { COUNT_MAX, countSchema, storedInstantSchema, wholeNumber } from '../../domain/text/whole-number.ts';
import { outcomeSchema } from './outcome.ts';
import { clientIdSchema, deviceReportSchema } from './push.ts';
import { HISTORY_TABLES, TABLE_NAMES } from './tables.ts';

/** Rows of one page (SYN-11). */
export const PULL_ROWS_HIDDEN = 2_000;
export const PULL_ROWS_VISIBLE = 500;
/** The very first page is small, so that a new device can sell at once. */
export const PULL_ROWS_MAX = 2_000;

const mid = countSchema;

/** A place in the past of one table, newest first: what was created before it, or at its instant with a lower id. */
export const historyPlaceSchema = v.object({
  createdAtMs: storedInstantSchema,
  id: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});
export type HistoryPlace = v.InferOutput<typeof historyPlaceSchema>;

export const olderSchema = v.object({ table: v.picklist(HISTORY_TABLES), before: historyPlaceSchema });
/** Asks for rows of one table that were created before the window (SYN-12). */
export type OlderWish = v.InferOutput<typeof olderSchema>;

export const pullRequestSchema = v.object({
  protocol: countSchema,
  clientId: clientIdSchema,
  /** Opaque; null on a device that has nothing yet. */
  cookie: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  /** The last mid that this device has confirmed: newer outcomes are wanted. */
  confirmedMid: mid,
  want: v.picklist(['changes', 'history', 'older']),
  /** The tables that this build knows: rows of others are not sent to it. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX)),
  /** With 'older', and only there. */
  older: v.optional(olderSchema),
  rowsMax: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(PULL_ROWS_MAX)),
  /** With the first page of a pull. */
  device: v.optional(deviceReportSchema),
});
export type PullRequest = v.InferOutput<typeof pullRequestSchema>;

const tableName = v.picklist(TABLE_NAMES);

export const pullAnswerSchema = v.object({
  epoch: v.string(),
  serverTimeMs: v.number(),
  /** The cookie that this page continues: a page for another one is dropped. */
  baseCookie: v.nullable(v.string()),
  cookie: v.string(),
  /**
   * 'snapshot' and 'changes' move the device's state on; 'history' fills in the past and 'older' what lies before it:
   * these overwrite nothing newer.
   * 'resync' and 'restored' bring no rows: the cookie speaks of what the server cannot go on from (SYN-15), or of a
   * history that is not the server's (SYN-21).
   */
  kind: v.picklist(['snapshot', 'changes', 'history', 'older', 'resync', 'restored']),
  /** Whose view this is: what the role may not see was left out (SYN-13). */
  projection: v.picklist(['admin', 'staff']),
  /** The version of the newest row that the device has once it has stored this page whole. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  pages: v.array(v.object({ table: tableName, rows: v.array(v.record(v.string(), v.unknown())) })),
  tombstones: v.array(v.object({ table: tableName, id: v.number(), version: v.number() })),
  /** More pages of the same kind are waiting. */
  more: v.boolean(),
  historyLeft: v.boolean(),
  /** Only on the page that exhausts its snapshot (SYN-11). */
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
