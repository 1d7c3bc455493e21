import { useEffect, useRef, useState } from 'react';
import { codeSpellings } from '../../../domain/item-code.ts';
import type { Item } from '../../../domain/item.ts';
import { itemsWithSku } from '../../../sync/store/live-reads.ts';
import { useReplica } from '../../state/replica.tsx';
import { useScanner } from '../../ui/use-scanner.ts';
import { addScanned } from './sale-draft.ts';
import { lineQuantity } from './sale-figures.ts';
import type { SaleForm } from './use-sale-form.ts';

export interface ScanAnswer {
  isFound: boolean;
  sentence: string;
  /** What was found. */
  item?: Item;
  /** No item has this code. */
  missingCode?: string;
}

export interface Scan {
  /** Puts the item of a code into the sale; answers what came of it, for the person. */
  scan: (code: string) => Promise<ScanAnswer>;
  /** Of the last code. */
  answer: ScanAnswer | null;
}

/** What is said of an item that was found, and of how many are in the sale now. */
export type FoundSentence = (item: Item, quantityText: string) => string;

export interface ScanOptions {
  foundSentence?: FoundSentence;
  /** Also one that no item has and that landed in a field: a counter has no field for what is typed so fast. */
  isEveryBurstACode?: boolean;
  /** Hears of every scan, by whichever scanner. */
  onAnswer?: (answer: ScanAnswer) => void;
}

const added: FoundSentence = (item) => `${item.name} added`;

/** Items by their code, from a scanner that types or from the camera (G31). */
export function useScan(
  { draft, change, lineActs }: Pick<SaleForm, 'draft' | 'change' | 'lineActs'>,
  { foundSentence = added, isEveryBurstACode = false, onAnswer }: ScanOptions = {},
): Scan {
  const { database } = useReplica();
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const find = (code: string) => itemsWithSku(database, codeSpellings(code), 2);
  const add = (item: Item): ScanAnswer => {
    const addTo = (lines: typeof draft.lines) =>
      addScanned(lines, item.id, (line) => lineQuantity(line, item.unitOfMeasure));
    if (addTo(latest.current.lines) === latest.current.lines) return { isFound: false, sentence: noRoomFor(item) };
    lineActs.remember(item);
    change(({ lines }) => ({ lines: addTo(lines) }));
    const line = addTo(latest.current.lines).find(({ itemId }) => itemId === item.id);
    return { isFound: true, sentence: foundSentence(item, line?.quantityText ?? '1'), item };
  };
  const take = (code: string, [item, other]: readonly Item[]): ScanAnswer => {
    const next = item && !other ? add(item) : notFound(code, item !== undefined);
    setAnswer(next);
    onAnswer?.(next);
    return next;
  };

  useScanner(async ({ code, isInField, takeBack }) => {
    const found = await find(code);
    // Nobody's code: perhaps a fast hand, and then it is what the field should hold.
    if (found.length === 0 && isInField && !isEveryBurstACode) return;
    takeBack();
    take(code, found);
  });
  return { scan: async (code) => take(code, await find(code)), answer };
}

const notFound = (code: string, isSeveral: boolean): ScanAnswer =>
  isSeveral
    ? { isFound: false, sentence: severalHave(code) }
    : { isFound: false, sentence: noneHas(code), missingCode: code };

export const noRoomFor = (item: Item): string => `This sale has no room for more of ${item.name}`;
const noneHas = (code: string): string => `No item has the code ${code}`;
const severalHave = (code: string): string => `Several items have the code ${code}. Choose one by its name.`;
