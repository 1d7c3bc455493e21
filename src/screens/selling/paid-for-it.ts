import { sumMinor } from '../../../domain/money.ts';
import { counterAmount } from '../../ui/counter-amount.ts';
import type { SaleDraft } from './sale-draft.ts';

/** Returns a sentence about the money that was taken for an unfinished sale, before it is discarded; '' for none. */
export function paidForIt({ parts }: Pick<SaleDraft, 'parts'>, currency: string): string {
  const paidMinor = sumMinor(parts.map(({ amountMinor }) => amountMinor));
  return paidMinor > 0 ? `${counterAmount(paidMinor, currency)} was paid for it: give that back first.` : '';
}
