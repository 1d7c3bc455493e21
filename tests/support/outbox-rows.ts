import type { BaseRow, OutboxEntry } from '../../sync/ports.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import { itemRow } from './shop-rows.ts';

export const wire = (mid: number, fields: Partial<WireMutation> = {}): WireMutation => ({
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
  incarnation: 1,
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
