import * as v from 'valibot';

/*
 * Ids are 53-bit integers that follow from the act that creates the row (SYN-2, sync/protocol/act.ts). Ids below
 * MINTED_ID_MIN belong to data that is part of Kaunta, such as the categories.
 */

/** The smallest id that an act mints. */
export const MINTED_ID_MIN = 2 ** 33;

/** A row's id: a safe integer from 1 to 2^53 - 1. */
export const idSchema = v.pipe(
  v.number('An id must be a number'),
  v.safeInteger('An id must be a whole number'),
  v.minValue(1, 'An id must be at least 1'),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'An id must be a whole number'),
);

/** Parses the id in a path (`/sales/{id}`); null if it is no id, so that nothing is fetched (R-SDET-07, R-SDET-08). */
export function parseRouteId(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) && id >= 1 ? id : null;
}
