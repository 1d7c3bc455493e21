import sharp from 'sharp';
import type { ShopImage } from '../../domain/items/item-image.ts';
import { pictureTurns } from './picture-turns.ts';

/**
 * The side in pixels. Messengers show this size large, and even noise stays under the 300 KB that some of them accept.
 */
export const PREVIEW_SIDE = 600;
const PREVIEW_QUALITY = 80;

/** Returns the URL of an image's preview. */
export const previewUrl = ({ originalUrl }: Pick<ShopImage, 'originalUrl'>): string =>
  originalUrl.replace(/original\.webp$/, 'preview.jpg');

/**
 * Creates the image that messengers show beside a link: a square JPEG, because some of them cannot render WebP.
 * Transparent parts become white.
 */
export async function linkPreview(original: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const made = await pictureTurns.turn(() =>
    sharp(original)
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: PREVIEW_QUALITY, mozjpeg: true })
      .toBuffer(),
  );
  return new Uint8Array(made);
}
