import type { BaseRow, OutboxEntry } from '../../../sync/ports.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { itemRow } from '../shop-rows.ts';

/** Returns the act id of the entry with this number. */
export const actOf = (number: number): string => String(number).padStart(32, 'a');

export const wire = (mid: number, fields: Partial<WireMutation> = {}): WireMutation => ({
  act: actOf(mid),
  attempt: 0,
  mid,
  name: 'sale.create',
  format: 1,
  args: { id: mid },
  actorUserId: 70,
  atMs: 1_000 + mid,
  offsetMinutes: 180,
  clockOffsetMs: null,
  deps: [],
  h: String(mid).padStart(32, '0'),
  ...fields,
});

export const entry = (seq: number, fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  seq,
  wire: wire(seq),
  touched: [{ table: 'sale', id: seq }],
  state: 'pending',
  outcome: null,
  unfit: null,
  ...fields,
});

export const base = (id: number, fields: Partial<BaseRow> = {}): BaseRow => ({
  key: `item/${id}`,
  table: 'item',
  id,
  row: itemRow({ id }),
  seqs: [1],
  next: null,
  staged: 0,
  ...fields,
});
