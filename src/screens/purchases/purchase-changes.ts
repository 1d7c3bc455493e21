import type { Purchase, PurchaseStatus } from '../../../domain/items/purchase.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { type TypedFields, valuesOfFields } from './typed-fields.ts';

/** The values of the form that edits a purchase. */
export interface TypedChange extends TypedFields {
  status: PurchaseStatus;
}

/** The statuses that a person may set from each status; a cancelled purchase stays cancelled (C-113, C-122). */
export const STATUSES_AFTER: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
  pending: ['pending', 'completed', 'cancelled'],
  completed: ['completed', 'cancelled'],
  cancelled: ['cancelled'],
};

export interface PurchaseActs {
  /** null if no field of it was changed. */
  edit: MutationArgs<'purchase.edit'> | null;
  isReceived: boolean;
}

/**
 * Returns the mutations for what the person typed. They hold only fields that the person changed: so another device's
 * changes stay, and a value that the row already has is not written again.
 */
export function actsOf(
  purchase: Purchase,
  begun: TypedChange,
  typed: TypedChange,
  values: MutationArgs<'purchase.edit'>['change'],
): PurchaseActs {
  const before: Record<string, unknown> = valuesOfFields(begun);
  const now: Record<string, unknown> = { ...purchase };
  const changed = Object.entries(values).filter(([field, value]) => value !== before[field] && value !== now[field]);
  const isSet = (status: PurchaseStatus) =>
    typed.status === status && begun.status !== status && purchase.status !== status;
  const isCancelled = isSet('cancelled');
  return {
    edit:
      changed.length > 0 || isCancelled ? { id: purchase.id, change: Object.fromEntries(changed), isCancelled } : null,
    isReceived: isSet('completed'),
  };
}
