import { useSearchParams } from 'react-router-dom';
import { counterLink, paths } from '../../parts/paths.ts';

/** The most characters of an item's code. */
const CODE_CHARS_MAX = 120;

interface ScannedCode {
  code: string | null;
  /** The address to which 'Cancel' leads. */
  giveUpTo: string;
  /** The address to go to with the saved item; absent for the list. */
  next?: (itemId: number) => string;
}

/** Returns the code that was scanned at the counter. The form begins with it; the counter gets the item (R-CTR-14). */
export function useScannedCode(): ScannedCode {
  const code = useSearchParams()[0].get('code')?.slice(0, CODE_CHARS_MAX) ?? null;
  return code === null ? { code, giveUpTo: paths.items } : { code, giveUpTo: paths.counter, next: counterLink };
}
