import sharp from 'sharp';
import type { ShopImage } from '../../domain/items/item-image.ts';
import { pictureTurns } from './picture-turns.ts';

/** In pixels: what messengers draw large. Even noise of this size stays under the 300 KB that some of them take. */
export const PREVIEW_SIDE = 600;
const PREVIEW_QUALITY = 80;

/** Where it lies, beside the picture itself. */
export const previewUrl = ({ originalUrl }: Pick<ShopImage, 'originalUrl'>): string =>
  originalUrl.replace(/original\.webp$/, 'preview.jpg');

/**
 * The picture that messengers show beside a link: a square JPEG, because some of them draw no WebP, with white behind
 * transparent parts.
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
