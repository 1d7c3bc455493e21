import { PICTURE_CACHE } from '../../../sync/host/picture-cache.ts';
import type { ShopImage } from '../../../domain/items/item-image.ts';
import type { ImageFile } from '../../../sync/store/image-files.ts';

/** Puts a device's own picture where the worker looks for the server's: it is in view offline from the first day. */
export async function keepPictures(image: ShopImage, { type, original, thumbnail }: ImageFile): Promise<void> {
  if (!('caches' in globalThis)) return;
  const headers = { 'content-type': type };
  try {
    const cache = await caches.open(PICTURE_CACHE);
    await cache.put(image.originalUrl, new Response(original, { headers }));
    await cache.put(image.thumbnailUrl, new Response(thumbnail, { headers }));
  } catch {
    // A full device fetches them again.
  }
}

/** Deletes a shop's pictures, so that the next person on the device cannot see them (SYN-24). */
export async function forgetPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PICTURE_CACHE);
}
