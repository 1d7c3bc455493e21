import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import type { Item } from '../../../domain/item.ts';
import { FIELD_GROUPS } from '../../../sync/merge/field-groups.ts';
import { projectRow } from '../../../sync/protocol/projection.ts';
import { isoTime } from '../answer.ts';
import { timeField } from './field.ts';
import { itemAnswer, type Viewer } from './item.ts';

/** One act on an item: who, when, which fields and what they were given (R-ENT-31). */
export const itemEventAnswerSchema = v.object({
  itemId: idSchema,
  businessId: idSchema,
  action: v.picklist(['created', 'edited']),
  fields: v.record(v.string(), v.unknown()),
  createdByUserId: idSchema,
  editedAt: timeField,
});
type ItemEventAnswer = v.InferOutput<typeof itemEventAnswerSchema>;

/** What a field of the row is called in answers, where that is another name. */
const ANSWERED_AS: Readonly<Partial<Record<string, string>>> = {
  priceMinor: 'price',
  costPriceMinor: 'costPrice',
  reorderLevelHundredths: 'reorderLevel',
};

/**
 * What happened to an item, newest first. Of every field only the last word is kept, and that is what stands: so an
 * edit tells what it gave each field that nobody changed since.
 */
export function itemHistoryAnswer(item: Item, viewer: Viewer): ItemEventAnswer[] {
  const event = { itemId: item.id, businessId: viewer.businessId };
  const values: Record<string, unknown> = itemAnswer(item, viewer);
  const edits = new Map<string, ItemEventAnswer & { atMs: number }>();
  for (const [group, { userId, atMs }] of Object.entries(projectRow('item', item, viewer.role).edits ?? {})) {
    const key = `${atMs} ${userId}`;
    const before = edits.get(key)?.fields;
    const fields = { ...before, ...Object.fromEntries(answeredFields(group).map((name) => [name, values[name]])) };
    edits.set(key, { ...event, action: 'edited', fields, createdByUserId: userId, editedAt: isoTime(atMs), atMs });
  }
  const { createdByUserId, createdAtMs } = item;
  return [
    ...[...edits.values()].toSorted((a, b) => b.atMs - a.atMs).map(({ atMs: _, ...edit }) => edit),
    { ...event, action: 'created', fields: {}, createdByUserId, editedAt: isoTime(createdAtMs) },
  ];
}

function answeredFields(group: string): string[] {
  const { fields = [group] } = FIELD_GROUPS.item.find(({ name }) => name === group) ?? {};
  return fields.map((field) => ANSWERED_AS[field] ?? field);
}
