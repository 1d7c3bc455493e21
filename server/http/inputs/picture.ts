import { createHash } from 'node:crypto';
import { IMAGE_REFUSALS, type ImageRefusal } from '../../../domain/items/item-image.ts';
import { type ImageFiles, readImage } from '../../images/read-image.ts';
import { ApiError } from '../errors.ts';

const STATUS: Record<ImageRefusal, 413 | 415 | 422> = { too_large: 413, wrong_type: 415, too_many: 422, damaged: 422 };

/** Returns the refusal of an image. All calls that accept images share these words, which are the documents'. */
export function refusedImage(refusal: ImageRefusal, path = 'images'): ApiError {
  const { title, message } = IMAGE_REFUSALS[refusal];
  return new ApiError(STATUS[refusal], title, message, { details: [{ path, message }] });
}

export async function pictureOf(bytes: Uint8Array, path?: string): Promise<ImageFiles> {
  const read = await readImage(bytes);
  if (!read.ok) throw refusedImage(read.error, path);
  return read.value;
}

/** Returns a key that follows from the content, so that a form sent twice adds its image once. */
export const contentKeyOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);
