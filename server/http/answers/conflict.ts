import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { TABLE_NAMES } from '../../../sync/protocol/tables.ts';
import { isoTime } from '../answer.ts';
import { idOrNull, timeField } from './field.ts';

const atMs = v.pipe(v.number(), v.safeInteger());
const sideSchema = v.object({ values: v.record(v.string(), v.unknown()), userId: idOrNull, atMs });

export const conflictAnswerSchema = v.object({
  id: idSchema,
  table: v.picklist(TABLE_NAMES),
  rowId: idSchema,
  group: v.string(),
  mine: sideSchema,
  theirs: sideSchema,
  status: v.picklist(['open', 'settled']),
  settled: v.nullable(v.object({ kept: v.picklist(['mine', 'theirs']), byUserId: idSchema, atMs })),
  createdAt: timeField,
});

export function conflictAnswer(conflict: Conflict): v.InferOutput<typeof conflictAnswerSchema> {
  const { version: _version, createdAtMs, ...fields } = conflict;
  return { ...fields, createdAt: isoTime(createdAtMs) };
}
