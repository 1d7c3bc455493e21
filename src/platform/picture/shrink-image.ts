import {
  IMAGE_BYTES_LIMIT,
  IMAGE_SIDE_MAX,
  type ImageRefusal,
  imageTypeOf,
  isWholeImage,
  THUMBNAIL_SIDE,
} from '../../../domain/items/item-image.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';

/** A picture as it is stored and sent: small, upright, and without the camera's metadata. */
export interface SmallImage {
  type: 'image/webp' | 'image/jpeg';
  original: ArrayBuffer;
  thumbnail: ArrayBuffer;
}

const ORIGINAL_QUALITY = 0.8;
const THUMBNAIL_QUALITY = 0.75;

/** Checks a chosen file (R-IMG-01 to R-IMG-03) and makes it small on the device, before anything is saved. */
export async function shrinkImage(file: Blob): Promise<Result<SmallImage, ImageRefusal>> {
  if (file.size >= IMAGE_BYTES_LIMIT) return refuse('too_large');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = imageTypeOf(bytes);
    if (type === null) return refuse('wrong_type');
    if (!isWholeImage(bytes, type)) return refuse('damaged');
    // The type comes from the bytes, because a file may claim another one.
    const blob = new Blob([bytes], { type });
    return ok(await smallOf(await createImageBitmap(blob, { imageOrientation: 'from-image' })));
  } catch {
    // The file is in a cloud that cannot be reached, was deleted since it was chosen, or this phone cannot decode it.
    return refuse('damaged');
  }
}

async function smallOf(bitmap: ImageBitmap): Promise<SmallImage> {
  try {
    const original = await drawn(bitmap, fittedIn(bitmap, IMAGE_SIDE_MAX), ORIGINAL_QUALITY);
    const thumbnail = await drawn(bitmap, coverOf(bitmap, THUMBNAIL_SIDE), THUMBNAIL_QUALITY);
    return {
      type: original.type === 'image/webp' ? 'image/webp' : 'image/jpeg',
      original: await original.arrayBuffer(),
      thumbnail: await thumbnail.arrayBuffer(),
    };
  } finally {
    bitmap.close();
  }
}

/** The size of the result, and which part of the picture it shows. */
interface Frame {
  width: number;
  height: number;
  part: [x: number, y: number, width: number, height: number];
}

function fittedIn({ width, height }: ImageBitmap, sideMax: number): Frame {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height), part: [0, 0, width, height] };
}

function coverOf({ width, height }: ImageBitmap, side: number): Frame {
  const size = Math.min(width, height);
  return { width: side, height: side, part: [(width - size) / 2, (height - size) / 2, size, size] };
}

async function drawn(bitmap: ImageBitmap, { width, height, part }: Frame, quality: number): Promise<Blob> {
  const canvas = canvasOf(width, height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('This browser cannot draw');
  // A JPEG has no transparency, so transparent parts become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, ...part, 0, 0, width, height);
  const webp = await blobOf(canvas, 'image/webp', quality);
  // A browser that cannot write WebP writes PNG instead, which is many times larger. Then use JPEG.
  return webp.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg', quality);
}

function canvasOf(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if ('OffscreenCanvas' in window) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function blobOf(canvas: OffscreenCanvas | HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw'))), type, quality),
  );
}
