import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToastPlace } from '../../../src/app/toast-place.ts';

/* jsdom has no layout. The attribute data-at of an element gives its edges in px: 'left top right bottom'. */

const HEIGHT_PX = 800;
const TOAST_PX = 60;
const GAP_PX = 8;

/** Frames that the page waits for. */
let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('innerHeight', HEIGHT_PX);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => void (frames = []));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left = 0, top = 0, right = 0, bottom = 0] = (this.getAttribute('data-at') ?? '').split(' ').map(Number);
    return { left, top, right, bottom, width: right - left, height: bottom - top } as DOMRect;
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Toasts() {
  useToastPlace();
  return null;
}

const TOAST = `<div class="k-toasts"><div class="k-toast" data-at="20 0 380 ${TOAST_PX}"></div></div>`;
const isMarked = () => document.documentElement.hasAttribute('data-toast');
/** The distance of the toast to the window's lower edge, in px. */
const placed = () => document.querySelector<HTMLElement>('.k-toasts')?.style.getPropertyValue('--k-toast-bottom');

/** Lets the page notice what changed and draw a frame. */
async function drawFrame(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
  const due = frames.splice(0);
  expect(due.length).toBeLessThanOrEqual(1);
  act(() => due.forEach((draw) => draw()));
}

async function show(html: string) {
  const shown = render(<Toasts />);
  document.body.insertAdjacentHTML('beforeend', html);
  await drawFrame();
  return shown;
}

const at = (...edges: [left: number, top: number, right: number, bottom: number]) => `data-at="${edges.join(' ')}"`;
const bar = (top: number, bottom: number) => `<nav class="k-main-nav" ${at(0, top, 400, bottom)}></nav>`;
const above = (top: number) => `${HEIGHT_PX - top}px`;

test.each([
  ['with nothing in the way it stands at the lower edge', '', '0px'],
  ['it stands above the bar at the bottom, a gap away', bar(740, 800), above(740)],
  [
    'of two bars on top of one another it stands above the upper one',
    `${bar(740, 800)}<div class="k-action-bar" ${at(0, 660, 400, 740)}></div>`,
    above(660),
  ],
  [
    'it fits between two bars that leave room for it',
    `${bar(740, 800)}<div class="k-action-bar" ${at(0, 600, 400, 740 - 2 * GAP_PX - TOAST_PX)}></div>`,
    above(740),
  ],
  [
    'where they leave one px less it stands above both',
    `${bar(740, 800)}<div class="k-action-bar" ${at(0, 600, 400, 741 - GAP_PX - TOAST_PX)}></div>`,
    above(600),
  ],
  [
    'a bar that ends where the toast begins is beside it',
    `<nav class="k-main-nav" ${at(0, 700, 20, 800)}></nav>`,
    '0px',
  ],
  ['and so is one that begins where it ends', `<nav class="k-main-nav" ${at(380, 700, 800, 800)}></nav>`, '0px'],
  ['a bar that begins where it ends is under it', bar(HEIGHT_PX - GAP_PX, HEIGHT_PX), '0px'],
  ['and one that ends where it begins is over it', bar(600, HEIGHT_PX - GAP_PX - TOAST_PX), '0px'],
  ['a bar that nobody sees is not in the way', `<nav class="k-main-nav" ${at(0, 790, 400, 790)}></nav>`, '0px'],
  ['a bar without a width is none', `<nav class="k-main-nav" ${at(100, 700, 100, 800)}></nav>`, '0px'],
  ['where nothing is free it stands at the lower edge', bar(0, 800), '0px'],
  ['the last room that is high enough is used', bar(TOAST_PX + GAP_PX, 800), above(TOAST_PX + GAP_PX)],
  ['one px less is no room', bar(TOAST_PX + GAP_PX - 1, 800), '0px'],
])('R-PLACE-20 %s', async (_case, html, bottom) => {
  await show(`${html}${TOAST}`);
  expect(placed()).toBe(bottom);
});

test('R-PLACE-20 over a dialog it leaves the title, fields and buttons of the topmost one free, as far as they are seen', async () => {
  const dialog = (edges: string, parts: string) => `<div class="mantine-Modal-content" ${edges}>${parts}</div>`;
  const below = dialog(at(0, 0, 400, 800), `<button ${at(0, 700, 400, 800)}></button>`);
  const scrolledOut = `<input ${at(0, 780, 400, 860)}>`;
  const keys = `<div class="k-payment-parts"><button ${at(0, 650, 400, 700)}></button></div>`;
  const topmost = dialog(at(0, 100, 400, 760), `${keys}<input ${at(0, 720, 400, 790)}>${scrolledOut}`);
  await show(`${bar(740, 800)}${below}${topmost}${TOAST}`);
  // The visible part of the field is 720 to 760 px; the space below the dialog is too small for a toast.
  expect(placed()).toBe(above(720));
});

test('R-PLACE-20 it moves with the window and once a dialog has slid in, at most once for each frame', async () => {
  await show(`${bar(740, 800)}${TOAST}`);
  const nav = document.querySelector('.k-main-nav')!;
  for (const [event, target] of [
    ['resize', window],
    ['transitionend', document],
  ] as const) {
    nav.setAttribute('data-at', event === 'resize' ? '0 700 400 800' : '0 640 400 800');
    for (let times = 0; times < 3; times += 1) target.dispatchEvent(new Event(event));
    await drawFrame();
    expect(placed()).toBe(above(event === 'resize' ? 700 : 640));
  }
});

test('R-PLACE-20 the document says whether there is a toast, and no more once the page is gone', async () => {
  const shown = await show(TOAST);
  expect(isMarked()).toBe(true);
  document.querySelector('.k-toast')?.remove();
  await drawFrame();
  expect(isMarked()).toBe(false);
  document.querySelector('.k-toasts')!.innerHTML = '<div class="k-toast"></div>';
  await drawFrame();
  expect(isMarked()).toBe(true);
  shown.unmount();
  expect(isMarked()).toBe(false);
  window.dispatchEvent(new Event('resize'));
  document.dispatchEvent(new Event('transitionend'));
  document.body.append(document.createElement('p'));
  await Promise.resolve();
  expect(frames).toEqual([]);
});

test('R-PLACE-20 a page that is gone takes its frame along', async () => {
  const shown = await show(TOAST);
  window.dispatchEvent(new Event('resize'));
  expect(frames).toHaveLength(1);
  shown.unmount();
  expect(frames).toEqual([]);
});
