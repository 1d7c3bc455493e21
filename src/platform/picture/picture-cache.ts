import { PICTURE_CACHE } from '../../../sync/host/picture-cache.ts';
import type { ShopImage } from '../../../domain/items/item-image.ts';
import type { ImageFile } from '../../../sync/store/image-files.ts';

/**
 * Puts this device's own picture into the cache in which the worker looks for the server's pictures, so that it is
 * visible offline at once.
 */
export async function keepPictures(image: ShopImage, { type, original, thumbnail }: ImageFile): Promise<void> {
  if (!('caches' in globalThis)) return;
  const headers = { 'content-type': type };
  try {
    const cache = await caches.open(PICTURE_CACHE);
    await cache.put(image.originalUrl, new Response(original, { headers }));
    await cache.put(image.thumbnailUrl, new Response(thumbnail, { headers }));
  } catch {
    // If the device is full, the worker fetches the pictures again.
  }
}

/** Deletes a shop's pictures, so that the next person on the device cannot see them (SYN-24). */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURE_CACHE);
}
