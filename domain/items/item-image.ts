import * as v from 'valibot';
import { lengthFirst } from '../length-first.ts';

/** An image that a row refers to. The files at its URLs never change, and anybody who knows a URL may read the file. */
export interface ShopImage {
  /** 128 random bits as hex, made on the device: the name of the image's files. */
  key: string;
  originalUrl: string;
  thumbnailUrl: string;
  /** True if the server has the files. They are uploaded apart from the rows (SYN-10). */
  isStored: boolean;
}

/** An image of an item (R-IMG-05). */
export interface ItemImage extends ShopImage {
  /** The place in the item's list, from 0. */
  order: number;
}

export const ITEM_IMAGES_MAX = 5;
/** A file of this size or more is refused (C-101). */
export const IMAGE_BYTES_LIMIT = 5 * 1024 * 1024;
/** The longest side of a stored image in pixels; of its thumbnail below. */
export const IMAGE_SIDE_MAX = 1_600;
export const THUMBNAIL_SIDE = 320;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Why an image is refused. */
export type ImageRefusal = 'wrong_type' | 'too_large' | 'too_many' | 'damaged';

/** Title and sentence of each refusal, on device and server (R-IMG-02, R-IMG-03, R-IMG-04). */
export const IMAGE_REFUSALS: Readonly<Record<ImageRefusal, { title: string; message: string }>> = {
  wrong_type: { title: 'Invalid file type', message: 'Only JPEG, PNG, and WebP images are allowed.' },
  too_large: { title: 'File too large', message: 'Image size must be less than 5MB.' },
  too_many: { title: 'Too many images', message: `Maximum ${ITEM_IMAGES_MAX} images allowed.` },
  damaged: { title: 'Damaged image', message: 'This image is damaged or incomplete. Choose another one.' },
};

export const imageKeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'This is no key of an image'));

/** The keys of images in their new order. May be longer than a list of images: keys of removed images are ignored. */
export const imageOrderSchema = lengthFirst(
  v.pipe(v.array(imageKeySchema), v.maxLength(4 * ITEM_IMAGES_MAX, 'Too many images')),
);

export const newShopImage = (businessId: number, key: string): ShopImage => ({
  key,
  originalUrl: `/uploads/${businessId}/${key}/original.webp`,
  thumbnailUrl: `/uploads/${businessId}/${key}/thumbnail.webp`,
  isStored: false,
});

export const newItemImage = (businessId: number, key: string, order: number): ItemImage => ({
  ...newShopImage(businessId, key),
  order,
});

/**
 * Sorts the images by these keys. Ignores keys of missing images; images without a key here follow in their old order.
 */
export function orderedImages(images: readonly ItemImage[], keys: readonly string[]): ItemImage[] {
  const rank = (image: ItemImage) => {
    const at = keys.indexOf(image.key);
    return at === -1 ? keys.length + image.order : at;
  };
  return numbered(images.toSorted((a, b) => rank(a) - rank(b)));
}

export const numbered = (images: readonly ItemImage[]): ItemImage[] =>
  images.map((image, order) => (image.order === order ? image : { ...image, order }));

/**
 * True if the image has its end marker. An incomplete download lacks it, and browsers would show half an image.
 */
export function isWholeImage(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'image/png') return indexOf(bytes, [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], 8) !== -1;
  if (type === 'image/webp') {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(4, 8);
    return bytes.length >= 8 + a + 2 ** 8 * b + 2 ** 16 * c + 2 ** 24 * d;
  }
  const scan = startOfScan(bytes);
  return scan !== -1 && indexOf(bytes, [0xff, 0xd9], scan) !== -1;
}

/**
 * Returns where the image data of a JPEG begin; -1 if nowhere. The camera's metadata before it may hold a small image
 * with an end marker of its own.
 */
function startOfScan(bytes: Uint8Array): number {
  for (let at = 2; at + 3 < bytes.length && bytes[at] === 0xff;) {
    if (bytes[at + 1] === 0xda) return at;
    at += 2 + 2 ** 8 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
  }
  return -1;
}

function indexOf(bytes: Uint8Array, wanted: readonly number[], from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}

/** Returns the type of an image by its first bytes, not by its name (C-102); null if the type is not allowed. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const starts = (at: number, ...expected: number[]) => expected.every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const isRiff = starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50);
  return isRiff ? 'image/webp' : null;
}
