import sharp from 'sharp';

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#c33' }, limitInputPixels: false });

/** A PNG whose header claims 64,000 by 64,000 pixels; its data are those of 64 by 64. */
async function bomb(): Promise<Buffer> {
  const bytes = Buffer.from(await plain(64, 64).png().toBuffer());
  bytes.writeUInt32BE(64_000, 16);
  bytes.writeUInt32BE(64_000, 20);
  return bytes;
}

const frames = (count: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      sharp({ create: { width: 500, height: 500, channels: 3, background: { r: at, g: 200 - at, b: 90 } } })
        .png()
        .toBuffer(),
    ),
  );

/** Small files that unpack into large ones, and the expected answer to each. */
export const hostilePictures = async (): Promise<Record<string, { bytes: Buffer; outcome: string }>> => ({
  '40 megapixels, interlaced': {
    bytes: await plain(8_000, 5_000).png({ progressive: true }).toBuffer(),
    outcome: 'ok',
  },
  '36 megapixels with transparency, interlaced': {
    bytes: await plain(6_000, 6_000, 4).png({ progressive: true }).toBuffer(),
    outcome: 'ok',
  },
  '49 megapixels of a camera on its side': {
    bytes: await plain(7_000, 7_000).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
    outcome: 'ok',
  },
  '49 megapixels of 16 bits': {
    bytes: await plain(7_000, 7_000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    outcome: 'too_large',
  },
  '4,096 megapixels': { bytes: await bomb(), outcome: 'damaged' },
  '36 megapixels of WebP with transparency': {
    bytes: await plain(6_000, 6_000, 4).webp({ lossless: true, effort: 0 }).toBuffer(),
    outcome: 'ok',
  },
  '100 frames': {
    bytes: await sharp(await frames(100), { join: { animated: true } })
      .webp({ effort: 0 })
      .toBuffer(),
    outcome: 'ok',
  },
});
