import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { routes } from '../../../../src/app/router.tsx';
import { openShop, renderShop } from '../../../support/shop-screens.tsx';

// The shop is opened by the test.
vi.mock('../../../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

const SCREENS = 'src';
const HELP = join(SCREENS, 'screens', 'about');

/** What the app's own code says on its screens, without the pages that only tell of them. */
const screenTexts = (): string =>
  readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
    .map((name) => join(SCREENS, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(HELP))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

/** As the whole of a text in quotes, or of a line between two tags. */
const isSaidBy = (texts: string, words: string): boolean => {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(["'\`>]|^\\s*)${escaped}(["'\`<]|$)`, 'm').test(texts);
};

async function openHelp(): Promise<HTMLElement> {
  renderShop(await openShop(), routes, '/help');
  await screen.findByRole('heading', { name: 'Your first day' });
  return screen.getByRole('main');
}

test('G51 every button, field and screen that Help names stands on a screen by that very name', async () => {
  const main = await openHelp();
  const named = new Set([...main.querySelectorAll('strong')].map(({ textContent }) => textContent));
  expect(named.size).toBeGreaterThan(50);
  const texts = screenTexts();
  expect([...named].filter((words) => !isSaidBy(texts, words))).toEqual([]);
});

test('G51 a name that stands on no screen is found out', () => {
  const texts = screenTexts();
  expect(isSaidBy(texts, 'Create item')).toBe(true);
  for (const words of ['Make item', 'Create', 'reate item']) expect(isSaidBy(texts, words)).toBe(false);
});

test('G51 no mark of the text is left for the reader', async () => {
  expect((await openHelp()).textContent).not.toContain('*');
});

test('G51 the list at the top leads to every part of the page', async () => {
  const main = await openHelp();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const parts = within(main).getAllByRole('heading', { level: 2 });
  expect(links.map(({ textContent }) => textContent)).toEqual(parts.map(({ textContent }) => textContent));
  for (const link of links) {
    const part = document.getElementById(new URL((link as HTMLAnchorElement).href).hash.slice(1));
    expect(part && within(part).getByRole('heading', { level: 2 }).textContent).toBe(link.textContent);
  }
  await userEvent.click(screen.getByRole('link', { name: 'A forgotten PIN' }));
  expect(screen.getByRole('heading', { name: 'Your first day' })).toBeTruthy();
});
