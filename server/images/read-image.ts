import sharp, { type Metadata } from 'sharp';
import {
  IMAGE_BYTES_LIMIT,
  IMAGE_SIDE_MAX,
  type ImageRefusal,
  imageTypeOf,
  THUMBNAIL_SIDE,
} from '../../domain/items/item-image.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { pictureTurns } from './picture-turns.ts';

/** The stored files of an image: both WebP, upright, without the camera's metadata about place and time. */
export interface ImageFiles {
  original: Uint8Array;
  thumbnail: Uint8Array;
}

/** More pixels than any camera takes. A small file that unpacks into more is an attack. */
const PIXELS_MAX = 50_000_000;
/** Bytes of the largest allowed image in red, green and blue, because some file types are decoded as a whole. */
const UNPACKED_BYTES_MAX = 3 * PIXELS_MAX;
const ORIGINAL_QUALITY = 82;
const THUMBNAIL_QUALITY = 75;

// One thread and no cache for images: a shop's server is small, and sales come first.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Checks an image by its content, not its name (C-102), and creates its stored files. Refuses an incomplete file.
 */
export async function readImage(bytes: Uint8Array): Promise<Result<ImageFiles, ImageRefusal>> {
  if (bytes.length >= IMAGE_BYTES_LIMIT) return refuse('too_large');
  if (imageTypeOf(bytes) === null) return refuse('wrong_type');
  return await pictureTurns.turn(() => unpack(bytes));
}

async function unpack(bytes: Uint8Array): Promise<Result<ImageFiles, ImageRefusal>> {
  try {
    if (unpackedBytes(await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata()) > UNPACKED_BYTES_MAX)
      return refuse('too_large');
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: PIXELS_MAX }).autoOrient();
    const original = picture
      .clone()
      .resize({ width: IMAGE_SIDE_MAX, height: IMAGE_SIDE_MAX, fit: 'inside', withoutEnlargement: true });
    const thumbnail = picture.clone().resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' });
    return ok({
      original: await original.webp({ quality: ORIGINAL_QUALITY }).toBuffer(),
      thumbnail: await thumbnail.webp({ quality: THUMBNAIL_QUALITY }).toBuffer(),
    });
  } catch {
    return refuse('damaged');
  }
}

function unpackedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (depth === 'uchar' || depth === 'char' ? 1 : depth.endsWith('short') ? 2 : 8);
}
