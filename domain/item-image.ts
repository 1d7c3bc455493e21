import * as v from 'valibot';

/** A picture of an item (R-IMG-05). Its files are the same for ever under its addresses; whoever knows them may see them. */
export interface ItemImage {
  /** 128 random bits as hex: the name of its files, minted where the picture was taken. */
  key: string;
  originalUrl: string;
  thumbnailUrl: string;
  /** From 0. */
  order: number;
  /** Whether the server has its files: they travel beside the rows (SYN-10). */
  isStored: boolean;
}

export const ITEM_IMAGES_MAX = 5;
/** A file of this size or more is refused (C-101). */
export const IMAGE_BYTES_LIMIT = 5 * 1024 * 1024;
/** The longest side of what is kept, and of its thumbnail, in pixels. */
export const IMAGE_SIDE_MAX = 1_600;
export const THUMBNAIL_SIDE = 320;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Why a picture is not taken. */
export type ImageRefusal = 'wrong_type' | 'too_large' | 'too_many' | 'damaged';

/** R-IMG-02, R-IMG-03, R-IMG-04: title and sentence of each, on the device and on the server. */
export const IMAGE_REFUSALS: Readonly<Record<ImageRefusal, { title: string; message: string }>> = {
  wrong_type: { title: 'Invalid file type', message: 'Only JPEG, PNG, and WebP images are allowed.' },
  too_large: { title: 'File too large', message: 'Image size must be less than 5MB.' },
  too_many: { title: 'Too many images', message: `Maximum ${ITEM_IMAGES_MAX} images allowed.` },
  damaged: { title: 'Damaged image', message: 'This image is damaged or incomplete. Choose another one.' },
};

export const imageKeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'This is no key of an image'));

/** An order that somebody wants; longer than a list may be, because what another device removed is passed over. */
export const imageOrderSchema = v.pipe(v.array(imageKeySchema), v.maxLength(4 * ITEM_IMAGES_MAX, 'Too many images'));

export const newItemImage = (businessId: number, key: string, order: number): ItemImage => ({
  key,
  originalUrl: `/uploads/${businessId}/${key}/original.webp`,
  thumbnailUrl: `/uploads/${businessId}/${key}/thumbnail.webp`,
  order,
  isStored: false,
});

/** In this order: keys of images that are gone are passed over, images that are not named follow as they stood. */
export function orderedImages(images: readonly ItemImage[], keys: readonly string[]): ItemImage[] {
  const rank = (image: ItemImage) => {
    const at = keys.indexOf(image.key);
    return at === -1 ? keys.length + image.order : at;
  };
  return numbered(images.toSorted((a, b) => rank(a) - rank(b)));
}

export const numbered = (images: readonly ItemImage[]): ItemImage[] =>
  images.map((image, order) => (image.order === order ? image : { ...image, order }));

/** What a file is by its first bytes, whatever it calls itself (C-102); null for anything but a picture that is allowed. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const starts = (at: number, ...expected: number[]) => expected.every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const isRiff = starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50);
  return isRiff ? 'image/webp' : null;
}
