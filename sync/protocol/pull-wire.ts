import * as v from 'valibot';
import { type Column, decodeColumn, encodeColumn } from './columns.ts';
import { PULL_ROWS_MAX, type PullAnswer, pullAnswerSchema } from './pull.ts';
import { TABLE_NAMES } from './tables.ts';

const wirePageSchema = v.object({
  table: v.picklist(TABLE_NAMES),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(PULL_ROWS_MAX * 2)),
  column: v.custom<Column>(
    (value) => Array.isArray(value) && typeof value[0] === 'string',
    'A column begins with its kind',
  ),
});

/** A pull's answer as it is sent: the rows of each table column by column. */
export const pullWireSchema = v.object({ ...pullAnswerSchema.entries, pages: v.array(wirePageSchema) });
export type PullWire = v.InferOutput<typeof pullWireSchema>;

export const packPull = (answer: PullAnswer): PullWire => ({
  ...answer,
  pages: answer.pages.map(({ table, rows }) => ({ table, count: rows.length, column: encodeColumn(rows) })),
});

/** Unpacks an answer. Throws if the columns are damaged; the caller then treats the call as unanswered (SYN-8). */
export const unpackPull = (wire: PullWire): PullAnswer =>
  v.parse(pullAnswerSchema, {
    ...wire,
    pages: wire.pages.map(({ table, count, column }) => ({ table, rows: decodeColumn(column, count) })),
  });
