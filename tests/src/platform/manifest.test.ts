import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { kindOfPath } from '../../../domain/app-path.ts';
import { paths } from '../../../src/parts/paths.ts';

const PUBLIC = resolve(import.meta.dirname, '../../../public');

interface Picture {
  src: string;
  sizes: string;
  type: string;
  form_factor?: 'narrow' | 'wide';
  label?: string;
}
interface Manifest {
  id: string;
  start_url: string;
  categories: string[];
  launch_handler: { client_mode: string[] };
  icons: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
  screenshots: Picture[];
}
const manifest = JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')) as Manifest;

test('R-APP-03 the installed app has shortcuts to the counter, to adding stock and to the orders, each a screen', () => {
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Sell', paths.counter],
    ['Add stock', paths.addStock],
    ['Orders', paths.orders],
  ]);
  for (const { url } of manifest.shortcuts) expect(kindOfPath(url)).toBe('app');
});

test('R-APP-04 it has one identity, one window and its categories', () => {
  expect(manifest.id).toBe('/');
  expect(manifest.start_url).toBe('/');
  expect(manifest.launch_handler.client_mode[0]).toBe('navigate-existing');
  expect(manifest.categories).toContain('business');
});

describe('R-APP-05 screenshots', () => {
  test('show it narrow and wide', () => {
    const formFactors = manifest.screenshots.map((picture) => picture.form_factor);
    expect(formFactors.filter((each) => each === 'narrow').length).toBeGreaterThanOrEqual(2);
    expect(formFactors.filter((each) => each === 'wide').length).toBeGreaterThanOrEqual(2);
  });

  test.each(manifest.screenshots.map((picture) => [picture.src, picture] as const))(
    'R-APP-05 %s is there, small, as large as it says and no longer than browsers take',
    async (src, { sizes, type, form_factor, label }) => {
      const file = join(PUBLIC, src);
      const { width, height, format } = await sharp(file).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      expect(`image/${format}`).toBe(type);
      expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
      expect(width > height).toBe(form_factor === 'wide');
      expect(label?.length).toBeGreaterThan(3);
      expect(statSync(file).size).toBeLessThan(60_000);
    },
  );
});
