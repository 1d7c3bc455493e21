import { useCallback, useState } from 'react';
import { isCash, isCredit } from '../../../domain/sales/payment-method.ts';
import {
  dueMinor,
  hasRoomForPart,
  leavesUnpaid,
  paidNowAsReceived,
  receivedAsPaidNow,
  receivedAsPart,
} from './draft-payments.ts';
import { isPartTyped, maySplit } from './paid-parts.tsx';
import type { SaleDraft } from './sale-draft.ts';
import { draftTotals } from './sale-figures.ts';
import type { SaleForm } from './use-sale-form.ts';

export interface WayToPay {
  /** True if a part may be paid by the chosen method and the rest by another one. */
  isSplitting: boolean;
  /**
   * Changes whether the rest is paid later, or by which method. Cash that was received becomes 'Paid now' when the rest
   * is to be paid later, and the other way round (R-CTR-25). Before another method it becomes a part, if it is less than is
   * due; a part that was not added holds the choice up (R-CTR-24).
   * Stable while lines are typed into.
   */
  changeWay: (fields: Partial<SaleDraft>) => void;
  /** True if a typed part must be added or cleared first; its field shows the message. */
  isHeldUp: () => boolean;
  /** How often the typed part has held something up. Each time its field gets the focus. */
  refusedCount: number;
}

/** Holds the choice of how the unfinished sale is paid, for the counter and the form. */
export function useWayToPay(sale: SaleForm, due: number): WayToPay {
  const { draft, change, itemsById, currency } = sale;
  const { methods, chosen, status, takesCash } = sale.payment;
  const isUnpaid = status === 'pending';
  const [refusedCount, setRefusedCount] = useState(0);
  const isSplitting = due > 0 && maySplit(sale);
  const holdsPart = isSplitting && isPartTyped(draft);
  const refuse = useCallback(() => setRefusedCount((count) => count + 1), []);
  const changeWay = useCallback(
    (fields: Partial<SaleDraft>) => {
      if (!leavesUnpaid(fields, methods))
        return change((current) => {
          const next = { ...current, ...fields };
          const method = methods.find(({ id }) => id === next.paymentMethodId) ?? chosen;
          const isPaidAfterAll = isUnpaid && !next.isPayLater && !isCredit(method?.name ?? null);
          if (isPaidAfterAll) return { ...fields, ...paidNowAsReceived(next, method, hasRoomForPart(next, methods)) };
          const totals = draftTotals(current, itemsById, currency);
          const isRestOfCash = takesCash && chosen !== null && method !== null && !isCash(method.name);
          const hasRoom = totals !== null && hasRoomForPart(current, methods);
          return isRestOfCash && hasRoom
            ? { ...fields, ...receivedAsPart(current, dueMinor(current, totals.finalMinor), chosen) }
            : fields;
        });
      if (holdsPart) return refuse();
      change((current) => {
        const totals = draftTotals(current, itemsById, currency);
        const kept = takesCash && totals ? receivedAsPaidNow(current, dueMinor(current, totals.finalMinor)) : {};
        return { ...fields, ...kept };
      });
    },
    [methods, chosen, isUnpaid, holdsPart, change, refuse, takesCash, itemsById, currency],
  );
  return {
    ...{ isSplitting, changeWay, refusedCount },
    isHeldUp() {
      if (holdsPart) refuse();
      return holdsPart;
    },
  };
}
