import { useEffect, useRef, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { itemsOfCode } from '../../../sync/store/item-lists.ts';
import { tellScan } from '../../platform/sound/scan-sound.ts';
import { useReplica } from '../../state/replica.tsx';
import { isScan } from '../../ui/scan/scan-keys.ts';
import { useScanner } from '../../ui/scan/use-scanner.ts';

export interface ScanAnswer {
  isFound: boolean;
  sentence: string;
  /** The item that was found. */
  item?: Item;
  /** No item has this code. */
  missingCode?: string;
}

export interface Scan {
  /** Takes a scanned code. Resolves to the result to show. */
  scan: (code: string) => Promise<ScanAnswer>;
  /** The result of the last code. */
  answer: ScanAnswer | null;
}

export interface CodeScanOptions {
  /** Adds the item to the screen's items. */
  add: (item: Item) => ScanAnswer;
  /** True to report unknown codes that were scanned into a text field too: on the counter nobody types that fast. */
  isEveryBurstACode?: boolean;
  /** Called after every scan, by any scanner, with sound and vibration already done. */
  onAnswer?: ((answer: ScanAnswer) => void) | undefined;
}

/** Finds items by code, from a keyboard scanner or the camera (G31). */
export function useCodeScan({ add, isEveryBurstACode = false, onAnswer }: CodeScanOptions): Scan {
  const { database } = useReplica();
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  // Looking up a code takes a while, and the screen may render meanwhile. The latest `add` is called, so that the item
  // is added to the present lines.
  const latestAdd = useRef(add);
  useEffect(() => {
    latestAdd.current = add;
  });
  const find = (code: string) => itemsOfCode(database, code, 2);
  const take = (code: string, [item, other]: readonly Item[]): ScanAnswer => {
    const next = item && !other ? latestAdd.current(item) : notFound(code, item !== undefined);
    setAnswer(next);
    tellScan(next.isFound);
    onAnswer?.(next);
    return next;
  };
  useScanner(async ({ takeBack, place, ...typed }) => {
    // If the database is closed the app shows that itself, and the typed text stays.
    const found = await find(typed.code).catch(() => null);
    if (found === null) return;
    const meant = place === 'text' && isEveryBurstACode ? 'nowhere' : place;
    if (!isScan(typed, meant, found.length > 0)) return;
    takeBack();
    take(typed.code, found);
  });
  return { scan: async (code) => take(code, await find(code)), answer };
}

export const severalHave = (code: string): ScanAnswer => ({
  isFound: false,
  sentence: `Several items have the code ${code}. Choose one by its name.`,
});

const notFound = (code: string, isSeveral: boolean): ScanAnswer =>
  isSeveral ? severalHave(code) : { isFound: false, sentence: `No item has the code ${code}`, missingCode: code };
