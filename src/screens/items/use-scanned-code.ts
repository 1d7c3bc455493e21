import { useSearchParams } from 'react-router-dom';
import { counterLink, paths } from '../../parts/paths.ts';

/** As many as an item's code may have. */
const CODE_CHARS_MAX = 120;

interface ScannedCode {
  code: string | null;
  /** Where a form that is given up leads. */
  giveUpTo: string;
  /** Where its item goes once it is made; absent: to the list. */
  next?: (itemId: number) => string;
}

/** A code that was scanned at the counter: the form begins with it, and the counter goes on with the item (R-CTR-14). */
export function useScannedCode(): ScannedCode {
  const code = useSearchParams()[0].get('code')?.slice(0, CODE_CHARS_MAX) ?? null;
  return code === null ? { code, giveUpTo: paths.items } : { code, giveUpTo: paths.counter, next: counterLink };
}
