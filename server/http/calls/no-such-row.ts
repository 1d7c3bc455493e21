import { parseRouteId } from '../../../domain/id.ts';
import type { RefusalDetail } from '../answers/refusal.ts';
import { ApiError, notFound } from '../errors.ts';

const SENTENCE = "This does not exist or you don't have permission to view it.";

/** One answer for what does not exist and for what is another business's: neither tells that the other is there (C-129). */
export const noSuchRow = (): ApiError => notFound(SENTENCE);

/** A row that a request's body refers to. */
export const noSuchReference = (path: string): ApiError => {
  const detail: RefusalDetail = { path, message: SENTENCE };
  return new ApiError(404, 'Not found', SENTENCE, { details: [detail] });
};

/** The id of a row out of the address; what is no id is nobody's row (R-SDET-07). */
export function rowId(text: string | undefined): number {
  const id = parseRouteId(text);
  if (id === null) throw noSuchRow();
  return id;
}
