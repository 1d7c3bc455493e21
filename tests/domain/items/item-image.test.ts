import { describe, expect, test } from 'vitest';
import { imageTypeOf, isWholeImage, newItemImage, orderedImages } from '../../../domain/items/item-image.ts';
import { drawing, photo } from '../../support/pictures.ts';

const key = (digit: number): string => `${digit}`.repeat(32);
const images = (...digits: number[]) => digits.map((digit, order) => newItemImage(7, key(digit), order));

describe('an item’s images', () => {
  test('M14 stand in the order that is wanted; who is not named follows as it stood, who is gone is passed over', () => {
    const ordered = orderedImages(images(1, 2, 3, 4), [key(3), key(9), key(1)]);
    expect(ordered.map((image) => [image.key, image.order])).toEqual([
      [key(3), 0],
      [key(1), 1],
      [key(2), 2],
      [key(4), 3],
    ]);
    expect(orderedImages(images(1, 2), [])).toEqual(images(1, 2));
  });

  test('R-IMG-05 have the two addresses of their files, and their place', () => {
    expect(newItemImage(7, key(1), 2)).toEqual({
      key: key(1),
      originalUrl: `/uploads/7/${key(1)}/original.webp`,
      thumbnailUrl: `/uploads/7/${key(1)}/thumbnail.webp`,
      order: 2,
      isStored: false,
    });
  });
});

describe('a file', () => {
  test.each([
    ['image/jpeg', () => photo()],
    ['image/png', () => drawing('png')],
    ['image/webp', () => drawing('webp')],
  ] as const)('R-IMG-01 C-102 is %s by its first bytes, and whole unless it breaks off', async (type, make) => {
    const bytes = new Uint8Array(await make());
    expect(imageTypeOf(bytes)).toBe(type);
    expect(isWholeImage(bytes, type)).toBe(true);
    for (const part of [0.3, 0.6, 0.95])
      expect(isWholeImage(bytes.subarray(0, Math.floor(bytes.length * part)), type)).toBe(false);
  });

  test('C-102 a JPEG may be followed by what a phone adds; a small picture inside it is not its end', async () => {
    const bytes = await photo();
    const motion = new Uint8Array(Buffer.concat([bytes, Buffer.alloc(5_000, 7)]));
    expect(isWholeImage(motion, 'image/jpeg')).toBe(true);
    const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 8, 0xff, 0xd8, 0xff, 0xd9, 0, 0]);
    const cut = Buffer.concat([thumbnail, bytes.subarray(2, bytes.length - 40)]);
    expect(isWholeImage(new Uint8Array(cut), 'image/jpeg')).toBe(false);
  });

  test.each([
    ['a GIF', () => drawing('gif')],
    ['a page', async () => Buffer.from('<html></html>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['another RIFF', async () => Buffer.from('RIFF1234WAVEfmt ')],
  ])('R-IMG-02 %s is none of them', async (_what, make) => {
    expect(imageTypeOf(new Uint8Array(await make()))).toBeNull();
  });
});
