import { useMediaQuery } from '@mantine/hooks';
import { createContext, useContext } from 'react';

/**
 * Windows from 1024 px on: lists are then tables, with the detail beside them (R-WIDE-10, R-WIDE-20). The style sheets
 * have the same width, as 64em.
 */
const WIDE = '(min-width: 64em)';

export const useIsWide = (): boolean => useMediaQuery(WIDE, false, { getInitialValueInEffect: false });

/** A list with a pane for the detail beside it. */
export interface ListPlace {
  /** The list's own address. */
  listPath: string;
  /** The list's search, page and sort in the address, which a detail's address keeps. */
  search: string;
}

const ListPlaceContext = createContext<ListPlace | null>(null);
export const ListPlaceProvider = ListPlaceContext.Provider;

/** Null in narrow windows, where a list and its details are separate screens. */
export const useListPlace = (): ListPlace | null => useContext(ListPlaceContext);

/** True inside the list's pane: the detail beside it then sets the page title. */
const BesideContext = createContext(false);
export const BesideProvider = BesideContext.Provider;
export const useIsBesideDetail = (): boolean => useContext(BesideContext);
