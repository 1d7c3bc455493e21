import * as v from 'valibot';
import { formatAmount } from '../../../domain/money.ts';
import type { PurchaseEvent } from '../../../domain/items/purchase.ts';
import { formatDayKey } from '../../../domain/time.ts';
import { PURCHASE_METHOD_WORDS, PURCHASE_PAYMENT_WORDS, PURCHASE_STATUS_WORDS } from '../../parts/purchase-words.ts';

/** A changed field of a purchase, in a person's words (R-PUR-40). */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

const changesSchema = v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() }));

const FIELD_LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  paymentMethod: 'Payment method',
  paymentStatus: 'Payment status',
  amountPaidMinor: 'Amount paid',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  notes: 'Notes',
};

/** Labels of stored keys (C-121). */
const KEY_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: PURCHASE_STATUS_WORDS,
  paymentMethod: PURCHASE_METHOD_WORDS,
  paymentStatus: PURCHASE_PAYMENT_WORDS,
};

/**
 * Returns the changed fields of an entry, which is an object or its JSON text (R-PUR-41, C-125). Returns none if the
 * entry cannot be read.
 */
export function changedFieldsOf(changes: unknown): ChangedField[] {
  const parsed = v.safeParse(changesSchema, typeof changes === 'string' ? jsonOf(changes) : changes);
  if (!parsed.success) return [];
  return Object.entries(parsed.output).map(([field, { from, to }]) => ({
    field: FIELD_LABELS[field] ?? field,
    from: valueText(field, from),
    to: valueText(field, to),
  }));
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number' && field.endsWith('Minor')) return formatAmount(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return field === 'invoiceDate' ? formatDayKey(value) : (KEY_WORDS[field]?.[value] ?? value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const ACTION_WORDS: Readonly<Record<string, string>> = {
  created: 'Purchase created',
  updated: 'Purchase updated',
  received: 'Marked as received',
};

export const actionText = ({ action }: Pick<PurchaseEvent, 'action'>): string => ACTION_WORDS[action] ?? action;
