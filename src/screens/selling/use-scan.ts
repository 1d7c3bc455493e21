import { useEffect, useRef } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { type CodeScanOptions, type Scan, type ScanAnswer, useCodeScan } from '../../parts/item/use-code-scan.ts';
import { addScanned } from './sale-draft.ts';
import { lineQuantity } from './sale-figures.ts';
import type { SaleForm } from './use-sale-form.ts';

/** Returns the message for a found item, with its quantity in the sale. */
export type FoundSentence = (item: Item, quantityText: string) => string;

export interface ScanOptions extends Omit<CodeScanOptions, 'add'> {
  foundSentence?: FoundSentence;
  /** Says what is being done while a sale is being parked or taken up; null otherwise. */
  whatMovesNow?: () => string | null;
}

const added: FoundSentence = (item) => `${item.name} added`;

/** Adds items to the sale by their code (G31). */
export function useScan(
  { draft, change, lineActs, isSavingNow }: Pick<SaleForm, 'draft' | 'change' | 'lineActs' | 'isSavingNow'>,
  { foundSentence = added, whatMovesNow = () => null, ...options }: ScanOptions = {},
): Scan {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const add = (item: Item): ScanAnswer => {
    // The sale that is being saved or parked is without it, and the next one begins without it: adding it would lose it
    // (R-CTR-15).
    if (isSavingNow()) return { isFound: false, sentence: `The sale is being saved. Scan ${item.name} again.` };
    const moves = whatMovesNow();
    if (moves !== null) return { isFound: false, sentence: `${moves} Scan ${item.name} again.` };
    const addTo = (lines: typeof draft.lines) =>
      addScanned(lines, item.id, (line) => lineQuantity(line, item.unitOfMeasure));
    if (addTo(latest.current.lines) === latest.current.lines) return { isFound: false, sentence: noRoomFor(item) };
    lineActs.remember(item);
    change(({ lines }) => ({ lines: addTo(lines) }));
    const line = addTo(latest.current.lines).find(({ itemId }) => itemId === item.id);
    return { isFound: true, sentence: foundSentence(item, line?.quantityText ?? '1'), item };
  };
  return useCodeScan({ add, ...options });
}

export const noRoomFor = (item: Item): string => `This sale has no room for more of ${item.name}`;
