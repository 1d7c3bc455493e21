/** Where this tab keeps the places of its lists, beyond a reload (R-PLACE-11). */
export const PLACES_STORED_AS = 'kaunta-places';

/** The text that is kept; null where there is none, or where the browser lets nothing be stored. */
export function readKeptPlaces(): string | null {
  try {
    return sessionStorage.getItem(PLACES_STORED_AS);
  } catch {
    return null;
  }
}

export const hasKeptPlaces = (): boolean => readKeptPlaces() !== null;
