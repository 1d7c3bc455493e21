import { parseRouteId } from '../../../domain/id.ts';
import type { RefusalDetail } from '../answers/refusal.ts';
import { ApiError, notFound } from '../errors.ts';

const SENTENCE = "This does not exist or you don't have permission to view it.";

/** Returns the same refusal for a missing row and for another business's row, so no such row is revealed (C-129). */
export const noSuchRow = (): ApiError => notFound(SENTENCE);

/** Returns the refusal of a body that refers to a missing row. */
export const noSuchReference = (path: string): ApiError => {
  const detail: RefusalDetail = { path, message: SENTENCE };
  return new ApiError(404, 'Not found', SENTENCE, { details: [detail] });
};

/** Parses the id in the path. Text that is no id is refused as a missing row (R-SDET-07). */
export function rowId(text: string | undefined): number {
  const id = parseRouteId(text);
  if (id === null) throw noSuchRow();
  return id;
}
