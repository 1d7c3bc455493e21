/** The key under which this tab stores the scroll positions of its lists, also across a reload (R-PLACE-11). */
export const PLACES_STORED_AS = 'kaunta-places';

/** Returns the stored text; null if there is none, or if the browser allows no storage. */
export function readKeptPlaces(): string | null {
  try {
    return sessionStorage.getItem(PLACES_STORED_AS);
  } catch {
    return null;
  }
}

export const hasKeptPlaces = (): boolean => readKeptPlaces() !== null;
