import * as v from 'valibot';
import { COUNT_MAX, countSchema, wholeNumber } from '../../domain/text/whole-number.ts';
import { PULL_ROWS_MAX } from './pull.ts';
import { TABLE_NAMES } from './tables.ts';

/** Rows that one audit looks at, on either side: as many as the largest page of a pull brings. */
export const AUDIT_ROWS_MAX = PULL_ROWS_MAX;

const table = v.picklist(TABLE_NAMES);
// The last part of a table ends beyond every date.
const ms = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/**
 * A device asks what the server has of a part of the shop (SYN-14): digests from a place on, or, with `toMs`, the rows
 * themselves of a part that was not the same.
 */
export const auditRequestSchema = v.object({
  protocol: countSchema,
  table,
  fromMs: ms,
  toMs: v.nullable(ms),
  /** The tables that this build knows: others are not compared with it. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX)),
  /** The beginning of the history that the device keeps; absent in requests of older builds (SYN-12). */
  historyFromMs: v.optional(ms),
});
export type AuditRequest = v.InferOutput<typeof auditRequestSchema>;

/** The rows of a table that were created from one instant on and before another one. */
const partSchema = v.object({
  table,
  fromMs: ms,
  toMs: ms,
  /** How many rows there are, and the XOR of their hashes. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  xor: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type AuditPart = v.InferOutput<typeof partSchema>;

export const auditAnswerSchema = v.object({
  epoch: v.string(),
  /** The version that the answer is about. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  projection: v.picklist(['admin', 'staff']),
  parts: v.array(partSchema),
  /** The rows of the requested part; empty when digests were requested. */
  rows: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(AUDIT_ROWS_MAX)),
  /** Where the next audit goes on; null at the end of the last table. */
  next: v.nullable(v.object({ table, fromMs: ms })),
});
export type AuditAnswer = v.InferOutput<typeof auditAnswerSchema>;
