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
  /** Takes the item of a code; answers what came of it, for the person. */
  scan: (code: string) => Promise<ScanAnswer>;
  /** The answer to the last code. */
  answer: ScanAnswer | null;
}

export interface CodeScanOptions {
  /** Puts the item where the screen has its items. */
  add: (item: Item) => ScanAnswer;
  /** Also what landed fast in a text field, and no item has: a counter has no field for what is typed so fast. */
  isEveryBurstACode?: boolean;
  /** Hears of every scan, by whichever scanner; the person has heard and felt it. */
  onAnswer?: ((answer: ScanAnswer) => void) | undefined;
}

/** Items by their code, from a scanner that types or from the camera (G31). */
export function useCodeScan({ add, isEveryBurstACode = false, onAnswer }: CodeScanOptions): Scan {
  const { database } = useReplica();
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  // Looking a code up takes a while, and taking it out of its field draws the screen again: it is added to what stands
  // then.
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
    // Where the database is closed the app says so, and what was typed stays.
    const found = await find(typed.code).catch(() => null);
    if (found === null) return;
    const meant = place === 'text' && isEveryBurstACode ? 'nowhere' : place;
    if (!isScan(typed, meant, found.length > 0)) return;
    takeBack();
    take(typed.code, found);
  });
  return { scan: async (code) => take(code, await find(code)), answer };
}

const notFound = (code: string, isSeveral: boolean): ScanAnswer =>
  isSeveral
    ? { isFound: false, sentence: `Several items have the code ${code}. Choose one by its name.` }
    : { isFound: false, sentence: `No item has the code ${code}`, missingCode: code };
