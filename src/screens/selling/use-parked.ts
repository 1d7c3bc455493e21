import { useRef } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { shortenedText } from '../../../domain/text/shortened-text.ts';
import { failureSentence } from '../../parts/words.ts';
import {
  discardParked,
  PARKED_MAX,
  type ParkedContent,
  type ParkedSale,
  parkedSalesOf,
  parkSale,
  type Resumed,
  resumeSale,
} from '../../platform/draft/parked-sales.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { isBlankLine, isDraftDirty, type SaleDraft } from './sale-draft.ts';
import { draftTotals } from './sale-figures.ts';
import type { SaleForm } from './use-sale-form.ts';

export interface Parked {
  /** The parked sales, the oldest first. Empty until they are read. */
  sales: readonly ParkedSale[];
  isBusy: boolean;
  /** Says what is being done while the basket is being parked or another sale is taken up; null otherwise. */
  whatMovesNow: () => string | null;
  park: (name: string, then: () => void) => void;
  resume: (sale: ParkedSale, then: () => void) => void;
  discard: (sale: ParkedSale) => void;
}

const SUMMARY_CHARS_MAX = 140;

const NOT_RESUMED: Record<Exclude<Resumed, 'resumed'>, string> = {
  gone: 'Another window of this device has it already.',
  saved: 'It is saved already. Find it under Sales.',
};

/** The parked sales of this device (R-CTR-40, R-CTR-41). If a write fails it is reported, and nothing is moved. */
export function useParked(sale: SaleForm): Parked {
  const { database } = useReplica();
  const sales = useLive(parkedSalesOf, []) ?? [];
  const moving = useOneAtATime();
  const { draft, itemsById, currency } = sale;
  const contentOf = (name: string): ParkedContent => ({
    ...{ name, parkedAtMs: Date.now(), currency, draft: sale.kept(draft) },
    totalMinor: draftTotals(draft, itemsById, currency)?.finalMinor ?? null,
    summary: summaryOf(draft, itemsById),
  });
  const movesNow = useRef<string | null>(null);
  const attempt = (failed: string, work: () => Promise<void>, moves: string | null = null) =>
    moving.start(async () => {
      movesNow.current = moves;
      try {
        await work();
      } catch (error) {
        sale.draftGoesOn();
        const reason = failureSentence(error);
        if (reason === null) throw error;
        showFailure(failed, reason);
      } finally {
        movesNow.current = null;
      }
    });
  return {
    sales,
    isBusy: moving.isBusy,
    whatMovesNow: () => movesNow.current,
    park: (name, then) =>
      attempt(
        'The sale was not parked',
        async () => {
          if (sales.length >= PARKED_MAX)
            return showFailure(
              'The sale was not parked',
              `At most ${PARKED_MAX} sales can be parked. Discard one first.`,
            );
          const place = await sale.holdDraft();
          if (place === null) return;
          await parkSale(database, place.key, contentOf(name));
          sale.beginNext();
          showSuccess('Sale parked', name === '' ? 'It waits under Parked.' : `${name} waits under Parked.`);
          then();
        },
        'The sale is being parked.',
      ),
    resume: (parked, then) =>
      attempt(
        'The sale could not be taken up',
        async () => {
          const place = await sale.holdDraft();
          if (place === null) return;
          const current = isDraftDirty(draft) ? contentOf('') : null;
          const resumed = await resumeSale(database, place.key, parked, current);
          if (resumed !== 'resumed') {
            sale.draftGoesOn();
            return showFailure('The sale could not be taken up', NOT_RESUMED[resumed]);
          }
          sale.replace(parked.draft);
          then();
        },
        'The parked sale is being taken up.',
      ),
    discard: (parked) => attempt('The sale could not be discarded', () => discardParked(database, parked.key)),
  };
}

/** Describes a basket so that a person recognises it: 'Sugar 1 kg × 2, Soap'. */
export function summaryOf({ lines }: SaleDraft, itemsById: ReadonlyMap<number, Item>): string {
  const names = lines
    .filter((line) => !isBlankLine(line))
    .map(({ itemId, nameText, quantityText }) => {
      const name = nameText || (itemId === null ? '' : (itemsById.get(itemId)?.name ?? ''));
      return quantityText.trim() === '1' ? name : `${name} × ${quantityText.trim()}`;
    });
  return shortenedText(names.join(', '), SUMMARY_CHARS_MAX);
}
