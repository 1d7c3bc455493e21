import { useEffect, useMemo } from 'react';
import type { ShopImage } from '../../domain/items/item-image.ts';
import { type ImageFile, imageFilesOf } from '../../sync/store/image-files.ts';
import { useLive } from './replica.tsx';

/** A picture as a screen shows it. */
export interface ShownImage {
  key: string;
  thumbnailUrl: string;
  originalUrl: string;
  /**
   * 'waiting': the file is on this device. 'elsewhere': the file is on another device, which has not sent it yet.
   * 'reading': it is not known yet which of the two it is.
   */
  state: 'stored' | 'waiting' | 'refused' | 'elsewhere' | 'reading';
  /** Why the server refused the file, in the server's words. */
  refusal: string | null;
  /** The HTTP status of the server's last failed answer. */
  failedStatus: number | null;
}

/**
 * Returns the images in their order. An image that the server does not have yet is shown from this device's own file.
 */
export function useShownImages(images: readonly ShopImage[]): ShownImage[] {
  const missing = images.flatMap(({ key, isStored }) => (isStored ? [] : [key]));
  const wanted = missing.join(' ');
  const files = useLive(
    async (database) => (wanted === '' ? NO_FILES : await imageFilesOf(database, wanted.split(' '))),
    [wanted],
  );
  const local = useObjectUrls(files ?? NO_FILES);
  return images.map((image) => {
    const file = files?.find(({ key }) => key === image.key);
    const urls = local.get(image.key);
    const { key, thumbnailUrl, originalUrl, isStored } = image;
    const nothingSaid = { refusal: null, failedStatus: null };
    if (isStored) return { key, thumbnailUrl, originalUrl, state: 'stored', ...nothingSaid };
    if (files === undefined) return { key, thumbnailUrl, originalUrl, state: 'reading', ...nothingSaid };
    if (!file || !urls) return { key, thumbnailUrl, originalUrl, state: 'elsewhere', ...nothingSaid };
    const { refusal, failedStatus = null } = file;
    return { key, ...urls, state: file.state === 'refused' ? 'refused' : 'waiting', refusal, failedStatus };
  });
}

const NO_FILES: readonly ImageFile[] = [];

type ObjectUrls = ReadonlyMap<string, { thumbnailUrl: string; originalUrl: string }>;

/** Returns object URLs of the files, and revokes them when they are no longer shown. */
function useObjectUrls(files: readonly Pick<ImageFile, 'key' | 'type' | 'original' | 'thumbnail'>[]): ObjectUrls {
  const keys = files.map(({ key }) => key).join(' ');
  const urls = useMemo(
    () =>
      new Map(
        files.map(({ key, type, original, thumbnail }) => [
          key,
          { thumbnailUrl: urlOf(thumbnail, type), originalUrl: urlOf(original, type) },
        ]),
      ),
    // A file never changes under its key.
    // oxlint-disable-next-line react/exhaustive-deps
    [keys],
  );
  useEffect(
    () => () => {
      for (const { thumbnailUrl, originalUrl } of urls.values()) {
        URL.revokeObjectURL(thumbnailUrl);
        URL.revokeObjectURL(originalUrl);
      }
    },
    [urls],
  );
  return urls;
}

const urlOf = (bytes: ArrayBuffer, type: string): string => URL.createObjectURL(new Blob([bytes], { type }));
