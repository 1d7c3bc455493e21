import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fireEvent, screen } from '@testing-library/react';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CounterHelp } from '../../../../src/screens/about/counter-help.tsx';
import { renderPart } from '../../../support/screens/app-harness.tsx';

const PUBLIC = resolve(import.meta.dirname, '../../../../public');

test('R-CTR-61 each step has a picture that the app ships, light and dark, of the size it says and small', async () => {
  renderPart(<CounterHelp />);
  const sources = screen.getAllByRole('img').map((image) => image.getAttribute('src') ?? '');
  expect(sources).toHaveLength(screen.getAllByRole('listitem').length);
  const files = sources.flatMap((src) => [src, src.replace('-light.', '-dark.')]);
  expect(files.map((file) => basename(file)).toSorted()).toEqual(
    readdirSync(join(PUBLIC, 'screenshots/help')).toSorted(),
  );
  for (const file of files) {
    const { width, height, format } = await sharp(join(PUBLIC, file)).metadata();
    expect(format).toBe('webp');
    expect(width / height).toBeCloseTo(360 / 640, 2);
    expect(statSync(join(PUBLIC, file)).size).toBeLessThan(30_000);
  }
});

test('R-CTR-61 a picture that cannot be fetched leaves no gap, and every step still says what to do', () => {
  renderPart(<CounterHelp />);
  for (const image of screen.getAllByRole('img')) fireEvent.error(image);
  expect(screen.queryAllByRole('img')).toEqual([]);
  for (const step of screen.getAllByRole('listitem')) expect(step.textContent.length).toBeGreaterThan(100);
});
