import { useMediaQuery } from '@mantine/hooks';
import { createContext, useContext } from 'react';

/**
 * From 1024 px on lists are tables, and a detail stands beside its list (R-WIDE-10, R-WIDE-20). The styles say 64em
 * too.
 */
const WIDE = '(min-width: 64em)';

export const useIsWide = (): boolean => useMediaQuery(WIDE, false, { getInitialValueInEffect: false });

/** A list in a window with room beside it. */
export interface ListPlace {
  /** The list's own address. */
  listPath: string;
  /** The list's search, page and sort in the address, which a detail's address keeps. */
  search: string;
}

const ListPlaceContext = createContext<ListPlace | null>(null);
export const ListPlaceProvider = ListPlaceContext.Provider;

/** Null where a list and its details are screens of their own. */
export const useListPlace = (): ListPlace | null => useContext(ListPlaceContext);

/** Only in the pane of the list: what stands beside it names the screen. */
const BesideContext = createContext(false);
export const BesideProvider = BesideContext.Provider;
export const useIsBesideDetail = (): boolean => useContext(BesideContext);
