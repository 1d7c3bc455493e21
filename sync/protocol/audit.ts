import * as v from 'valibot';
import { COUNT_MAX, countSchema, wholeNumber } from '../../domain/text/whole-number.ts';
import { PULL_ROWS_MAX } from './pull.ts';
import { TABLE_NAMES } from './tables.ts';

/** The most rows that one audit compares, on either side: as many as the largest page of a pull has. */
export const AUDIT_ROWS_MAX = PULL_ROWS_MAX;

const table = v.picklist(TABLE_NAMES);
// The last part of a table ends after every date, hence the large maximum.
const ms = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/**
 * A device asks what the server has of a part of the shop (SYN-14). Without `toMs` it asks for digests from a place on;
 * with `toMs` it asks for the rows of a part that differed.
 */
export const auditRequestSchema = v.object({
  protocol: countSchema,
  table,
  fromMs: ms,
  toMs: v.nullable(ms),
  /** The tables that this build knows; the others are not compared. */
  tableSet: v.optional(wholeNumber(1, COUNT_MAX)),
  /** The beginning of the history that the device stores; absent in requests of older builds (SYN-12). */
  historyFromMs: v.optional(ms),
});
export type AuditRequest = v.InferOutput<typeof auditRequestSchema>;

/** The rows of a table that were created in a half-open range of time. */
const partSchema = v.object({
  table,
  fromMs: ms,
  toMs: ms,
  /** How many rows the part has, and the XOR of their hashes. */
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  xor: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type AuditPart = v.InferOutput<typeof partSchema>;

export const auditAnswerSchema = v.object({
  epoch: v.string(),
  /** The version of the server's data in this answer. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  projection: v.picklist(['admin', 'staff']),
  parts: v.array(partSchema),
  /** The rows of the requested part; empty if digests were requested. */
  rows: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(AUDIT_ROWS_MAX)),
  /** Where the next audit continues; null at the end of the last table. */
  next: v.nullable(v.object({ table, fromMs: ms })),
});
export type AuditAnswer = v.InferOutput<typeof auditAnswerSchema>;
