import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { routes } from '../../../../src/app/router.tsx';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

// The test opens the shop itself.
vi.mock('../../../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

const SCREENS = 'src';
const HELP = join(SCREENS, 'screens', 'about');

/** Returns the texts of the app's screens, without the pages that describe them. */
const screenTexts = (): string =>
  readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
    .map((name) => join(SCREENS, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(HELP))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

/** True if the words are a whole quoted text, or a whole line between two tags. */
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

describe('R-BROW-09 Help promises what this browser does', () => {
  const ABLE = {
    Notification: { permission: 'default' },
    SyncManager: class {},
    PushManager: class {},
  };
  const promises = async (lacking: readonly (keyof typeof ABLE)[]) => {
    for (const [name, value] of Object.entries(ABLE)) {
      if (lacking.some((lacked) => lacked === name)) Reflect.deleteProperty(window, name);
      else Object.defineProperty(window, name, { value, configurable: true });
    }
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistration: async () => undefined, addEventListener: () => undefined },
      configurable: true,
    });
    const text = (await openHelp()).textContent;
    return {
      sendsByItself: text.includes('is sent by itself as soon as there is a connection'),
      sendsWhenOpen: text.includes('This browser sends nothing while Kaunta is closed'),
      tellsWhenClosed: text.includes('this phone tells you of a new order, also while Kaunta is closed'),
      tellsWhenOpen: text.includes('this phone tells you of a new order while Kaunta is open'),
      enables: text.includes('Enable'),
    };
  };
  afterEach(() => {
    for (const name of Object.keys(ABLE)) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('Chrome on Android: sends and tells also while it is closed', async () => {
    expect(await promises([])).toEqual({
      ...{ sendsByItself: true, sendsWhenOpen: false },
      ...{ tellsWhenClosed: true, tellsWhenOpen: false, enables: true },
    });
  });

  test('Firefox, and Kaunta on the home screen of an iPhone: tells while it is closed, sends while it is open', async () => {
    expect(await promises(['SyncManager'])).toEqual({
      ...{ sendsByItself: false, sendsWhenOpen: true },
      ...{ tellsWhenClosed: true, tellsWhenOpen: false, enables: true },
    });
  });

  test('a browser with notifications and without push: tells while it is open', async () => {
    expect(await promises(['SyncManager', 'PushManager'])).toMatchObject({
      tellsWhenClosed: false,
      tellsWhenOpen: true,
    });
  });

  test('Safari of an iPhone: names no button that it does not have', async () => {
    expect(await promises(['SyncManager', 'PushManager', 'Notification'])).toEqual({
      ...{ sendsByItself: false, sendsWhenOpen: true },
      ...{ tellsWhenClosed: false, tellsWhenOpen: false, enables: false },
    });
  });
});
