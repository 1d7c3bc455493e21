import { formatQuantity } from '../../../domain/quantity.ts';
import type { LedgerEntry } from '../../../domain/items/stock-ledger.ts';
import type { StockMovement } from '../../../domain/items/stock-movement.ts';
import { displayName, type User } from '../../../domain/people/user.ts';

export interface LedgerWords {
  /** The change, and what caused it. */
  what: string;
  detail: string | null;
  /** Notes, or the reason that a person gave. */
  notes: string | null;
}

/** Says who has reversed an addition. */
export const reversedWords = (by: User | undefined): string =>
  `Reversed by ${by === undefined ? 'an unknown user' : displayName(by)}`;

/** Describes an entry of the stock ledger. */
export function ledgerWords({ cause, quantityHundredths }: LedgerEntry): LedgerWords {
  const by = `${quantityHundredths > 0 ? '+' : ''}${formatQuantity(quantityHundredths)}`;
  switch (cause.kind) {
    case 'sale':
      return { what: `${by} sold`, detail: null, notes: null };
    case 'cancellation':
      return { what: `${by} sale cancelled`, detail: null, notes: cause.sale.cancellations[0]?.reason ?? null };
    case 'receipt':
      return { what: `${by} bought`, detail: `From ${cause.purchase.supplierName}`, notes: cause.purchase.notes };
    case 'return':
      return { what: `${by} purchase cancelled`, detail: `From ${cause.purchase.supplierName}`, notes: null };
    case 'movement':
      return { ...movementWords(cause.movement, by), notes: cause.movement.notes };
  }
}

function movementWords(movement: StockMovement, by: string): { what: string; detail: string | null } {
  const { type, batchId, reason, count } = movement;
  switch (type) {
    case 'opening':
      return { what: `${by} opening stock`, detail: null };
    case 'addition':
      return { what: `${by} added`, detail: batchId === null ? null : `Batch ${batchId}` };
    case 'adjustment':
      return { what: `${by} ${reason ?? 'adjusted'}`, detail: null };
    case 'count':
      return {
        what: `${by} counted`,
        detail: count
          ? `${formatQuantity(count.countedHundredths)} counted, ${formatQuantity(count.expectedHundredths)} expected`
          : null,
      };
  }
}
