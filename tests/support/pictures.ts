import sharp from 'sharp';

/** A picture as a camera writes it: with its location, and rotated. */
export const photo = (width = 800, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export const drawing = (format: 'png' | 'webp' | 'gif', color = '#3a3'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 4, background: color } })
    .toFormat(format)
    .toBuffer();

/** Returns a picture of noise, which cannot be compressed: at least so many bytes. */
export async function heavyPicture(bytesMin: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytesMin / 3)) + 60;
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  });
  return await noise.png().toBuffer();
}
