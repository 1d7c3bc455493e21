import type { ReactNode } from 'react';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { diff } from 'node:util';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { routes } from '../../src/app/router.tsx';
import { paths } from '../../src/parts/paths.ts';
import type { Replica } from '../../src/state/replica.tsx';
import { useOnline } from '../../src/state/online.ts';
import { setSignedOut } from '../../src/state/session.ts';
import { nextFrame } from '../../src/ui/next-frame.ts';
import { emptyIndexedDb } from '../support/browser/empty-indexeddb.ts';
import { setWindowWidth } from '../support/browser/window-width.ts';
import { fakeServer, fakeServices, freshAppState, renderRoutes } from '../support/screens/app-harness.tsx';
import { addressesOf, BUSY_SHOP } from '../support/screens/busy-shop.ts';
import { freshCounter } from '../support/screens/counter-screen.tsx';
import { screenWords } from '../support/screens/screen-words.ts';
import { type OpenedShop, openShop, renderShop } from '../support/screens/shop-screens.tsx';
import { settled } from '../support/screens/walk-inputs.ts';

/*
 * Keeps the words of every screen in the folder beside this file. A file has what an admin of a busy shop reads at an
 * address, in what that differs with no signal, on a laptop, for staff and in a new shop, and what a tap on each button
 * and switch changes. Of rows of one kind each button is tapped once. Nothing can be saved. CONTRIBUTING.md says how
 * the kept words are changed.
 */

// The test opens the shop itself.
vi.mock('../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

// Preloads every chunk, so that screens and dialogs appear without waiting.
import.meta.glob('../../src/{app,parts,screens}/**/*.tsx', { eager: true });

const PUBLIC: readonly string[] = [paths.welcome, paths.login, paths.register, paths.forgotPin];

beforeEach(() => {
  // Idle work runs at once. Otherwise the machine decides whether a screen is read before or after it.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => Number(setTimeout(work, 0)));
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  vi.spyOn(window, 'open').mockReturnValue(null);
});

const LAPTOP_PX = 1_280;

type Reader = 'an admin' | 'staff' | 'an admin of a new shop';

/** Closes the shop that is open. */
let closeShop = (): void => undefined;

/** Opens an address afresh, on a device that has no space left; returns the path that is shown. */
async function open(path: string, reader: Reader): Promise<() => string> {
  cleanup();
  closeShop();
  emptyIndexedDb();
  freshAppState();
  freshCounter();
  const services = fakeServices(fakeServer({}));
  if (PUBLIC.includes(path)) setSignedOut('none');
  const view = PUBLIC.includes(path)
    ? renderRoutes(routes, path, services)
    : renderShop(await openFullDevice(reader), routes, path, services);
  await screen.findByRole('heading', { level: 1, name: /./ });
  await allCame();
  return view.path;
}

/** Until everything that was begun has come to an end, also what waits for a part to load or for the next frame. */
async function allCame(): Promise<void> {
  await settled();
  await act(() => vi.dynamicImportSettled());
  await act(nextFrame);
  await settled();
}

/** Nothing can be saved there, so that all taps see the same rows. */
async function openFullDevice(reader: Reader): Promise<Pick<OpenedShop, 'replica'>> {
  const { shop, device, replica, close } = await openShop(SHOP_OF[reader]);
  closeShop = close;
  const run: Replica['run'] = (name, build) =>
    shop.run(name, (tools) => {
      const args = build(tools);
      device.runOutOfSpace();
      return args;
    });
  return { replica: { ...replica, run } };
}

const SHOP_OF = {
  'an admin': { rows: BUSY_SHOP },
  staff: { rows: BUSY_SHOP, state: { role: 'staff' } },
  'an admin of a new shop': {},
} as const;

/** They come and go by the clock, and have tests of their own. */
const TOASTS = '.mantine-Notifications-root';
/** They are around every screen, and kept with the first one only. */
const BARS = 'header:not([role="dialog"] *), nav[aria-label="Main"], a[href="#main"]';
const wordsAt = (path: string): string[] =>
  screenWords(document.body, path === paths.root ? TOASTS : `${TOASTS}, ${BARS}`);

const THE_SAME = 'the same';

/** Returns the lines that are gone ('-') and new ('+'), or the new whole where that is shorter. */
function changes(before: string[], after: string[]): string {
  const lines = diff(before, after).flatMap(([side, line]) => (side === 0 ? [] : [`${side > 0 ? '-' : '+'} ${line}`]));
  if (lines.length === 0) return THE_SAME;
  return lines.length > after.length ? `instead:\n${after.join('\n')}` : lines.join('\n');
}

/** The dialog or menu that is open; null when only the screen is there. */
const overlay = (): Element | null => [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1) ?? null;

const CONTROLS = 'button, [role="menuitem"], input[type="checkbox"], input[type="radio"]';
/** They end a dialog before its other controls are tapped. */
const LEAVES = /^\[(?:Close|Cancel|Back|Not now|Remove)\]$/u;

interface Control {
  name: string;
  /** The same for a control of each item. */
  kind: string;
  tap: () => void;
}

/** Returns the controls of the open dialog; without one, those of the screen. */
function controls(): Control[] {
  const dialog = overlay();
  const title = dialog?.querySelector('h2')?.textContent ?? 'Menu';
  return [...(dialog ?? document.querySelector('main') ?? document.body).querySelectorAll(CONTROLS)]
    .filter((control) => !control.matches(':disabled, [aria-hidden="true"] *'))
    .map((control) => ({ own: nameOf(control), tap: () => void fireEvent.click(control) }))
    .filter(({ own }) => dialog === null || !LEAVES.test(own))
    .map(({ own, tap }) => ({ name: dialog === null ? own : `${title} › ${own}`, tap }))
    .map((control) => ({ ...control, kind: control.name.replaceAll(ITEM_NAME, 'Item') }));
}

const ITEM_NAME = new RegExp((BUSY_SHOP.item ?? []).map(({ name }) => name).join('|'), 'gu');

/** Taps each control of a screen, and of each dialog that it opens, once; returns what each tap changes. */
async function tapAll(path: string, tapped: Set<string>): Promise<string[]> {
  const parts: string[] = [];
  const next = () => controls().find(({ kind }) => !tapped.has(kind));
  let shown = await open(path, 'an admin');
  let tapsSinceOpened = 0;
  for (;;) {
    const control = next();
    if (control !== undefined) {
      const before = wordsAt(path);
      tapped.add(control.kind);
      tapsSinceOpened += 1;
      control.tap();
      await allCame();
      const led = shown() === path ? changes(before, wordsAt(path)) : `leads to ${shown()}`;
      if (led !== THE_SAME) parts.push(`After ${control.name}:\n${led}`);
      if (shown() === path) continue;
    } else if (overlay() !== null && (await closeDialog())) continue;
    else if (tapsSinceOpened === 0) return parts;
    // A tap may have hidden other controls, such as those of another tab: they are there on a screen that opens afresh.
    shown = await open(path, 'an admin');
    tapsSinceOpened = 0;
  }
}

/** Closes the dialog or menu that is open; false if it is still there. */
async function closeDialog(): Promise<boolean> {
  const way = [...(overlay()?.querySelectorAll('button') ?? [])].find((button) => LEAVES.test(nameOf(button)));
  if (way !== undefined) fireEvent.click(way);
  await allCame();
  return overlay() === null;
}

/** Without its state, and the figures that change with each tap. */
const nameOf = (control: Element): string =>
  screenWords(control)
    .join(' ')
    .replace(/ \{[^}]*\}$/u, '')
    .replace(/^\([x ]\) /u, '')
    .replaceAll(/\d+/gu, '');

const fileOf = (path: string): string => `${path.slice(1).replaceAll(/[/:]+/gu, '-') || 'home'}.txt`;

test.each(Object.values(paths))('the words at %s are the kept ones', async (path) => {
  const parts: string[] = [];
  const tapped = new Set<string>();
  for (const address of addressesOf(path)) {
    await open(address, 'an admin');
    const words = wordsAt(path);
    parts.push(`${address}\n\n${words.join('\n')}`);
    act(() => useOnline.setState({ isOnline: false }));
    await allCame();
    parts.push(`With no signal:\n${changes(words, wordsAt(path))}`);
    setWindowWidth(LAPTOP_PX);
    await open(address, 'an admin');
    parts.push(`On a laptop:\n${changes(words, wordsAt(path))}`);
    vi.spyOn(window, 'matchMedia').mockRestore();
    if (!PUBLIC.includes(path))
      for (const reader of ['staff', 'an admin of a new shop'] as const) {
        await open(address, reader);
        parts.push(`For ${reader}:\n${changes(words, wordsAt(path))}`);
      }
    parts.push(...(await tapAll(address, tapped)));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`screen-words/${fileOf(path)}`);
});

test('each address has a file of its own, and no file is left of an address that is gone', () => {
  const files = readdirSync(join(import.meta.dirname, 'screen-words'));
  expect(files.toSorted()).toEqual(Object.values(paths).map(fileOf).toSorted());
});
