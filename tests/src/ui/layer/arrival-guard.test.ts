import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ARRIVAL_MS, guardArrivals } from '../../../../src/ui/layer/arrival-guard.ts';

const frames = vi.hoisted(() => ({ waiting: [] as (() => void)[] }));
vi.mock('../../../../src/ui/next-frame.ts', () => ({
  nextFrame: () => new Promise<void>((resolve) => frames.waiting.push(resolve)),
}));

let stop: () => void;
beforeEach(() => {
  frames.waiting = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 });
  vi.advanceTimersByTime(10_000);
  stop = guardArrivals(document);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const pane = () => document.querySelector<HTMLElement>('.k-arrival-pane');

/** Lets the observer run and a frame be painted. */
async function draw(): Promise<void> {
  await Promise.resolve();
  for (const drawn of frames.waiting.splice(0)) drawn();
  await Promise.resolve();
}

function buttonIn(html: string) {
  const onClick = vi.fn<() => void>();
  document.body.insertAdjacentHTML('beforeend', html);
  const button = document.querySelector('button:last-of-type');
  button?.addEventListener('click', onClick);
  const send = (event: Event, atMs: number) => {
    Object.defineProperty(event, 'timeStamp', { value: atMs });
    button?.dispatchEvent(event);
    return event;
  };
  return {
    onClick,
    tap(atMs: number, toldAtMs = atMs) {
      send(new Event('pointerdown', { bubbles: true }), atMs);
      send(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }), toldAtMs);
    },
    enter: (repeat: boolean, atMs: number) =>
      send(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }), atMs),
    click: (detail: number, atMs: number) => send(new MouseEvent('click', { bubbles: true, detail }), atMs),
  };
}
const SCREEN = '<div class="k-screen"><button>New Sale</button></div>';

test('G60 a press that began less than 400 ms after a screen was drawn is ignored, and a later one is not', async () => {
  const { onClick, tap } = buttonIn(SCREEN);
  await draw();
  const drawnAtMs = performance.now();
  tap(drawnAtMs - 50);
  tap(drawnAtMs + ARRIVAL_MS - 1);
  expect(onClick).not.toHaveBeenCalled();
  tap(drawnAtMs + ARRIVAL_MS);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('G60 what stands in the page and is not drawn yet takes no press', async () => {
  const { onClick, tap } = buttonIn(SCREEN);
  await Promise.resolve();
  tap(performance.now() + 5 * ARRIVAL_MS);
  expect([onClick.mock.calls.length, pane() !== null]).toEqual([0, true]);
});

test('G60 a press that a busy page is told late counts by when it began', async () => {
  const { onClick, tap } = buttonIn(SCREEN);
  await draw();
  const drawnAtMs = performance.now();
  await vi.advanceTimersByTimeAsync(ARRIVAL_MS);
  expect(pane()).toBe(null);
  tap(drawnAtMs + 100, drawnAtMs + 2 * ARRIVAL_MS);
  expect(onClick).not.toHaveBeenCalled();
});

test.each([
  ['a dialog', '<div><div role="dialog"><button>Save</button></div></div>'],
  ['the bar of the main action', '<div class="k-action-bar"><button>Fulfill</button></div>'],
  ['a group of buttons that are others now', '<div class="k-arrives"><button>Restore</button></div>'],
])('G60 %s arrives, too', async (_name, html) => {
  await draw();
  buttonIn(html);
  await draw();
  expect(pane()).not.toBe(null);
});

test('G60 a dialog that goes lays bare what is under it', async () => {
  const { onClick, tap } = buttonIn('<button>Record payment</button><div role="dialog" id="dialog"></div>');
  await draw();
  await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
  document.querySelector('#dialog')?.remove();
  await draw();
  tap(performance.now());
  expect(onClick).not.toHaveBeenCalled();
});

describe('G60 behind an open dialog', () => {
  /** Shows a screen with buttons, and a dialog over it that has been open for long. */
  async function askOverScreen() {
    document.body.innerHTML = '<div id="root"><main><p class="k-arrives"></p></main></div>';
    const question = buttonIn('<div><div role="dialog" aria-modal="true"><button>Discard</button></div></div>');
    await draw();
    await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
    return question;
  }

  test('what comes or goes holds up no press on the dialog', async () => {
    const { onClick, tap } = await askOverScreen();
    document.querySelector('.k-arrives')?.remove();
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<div class="k-action-bar"></div>');
    await draw();
    tap(performance.now());
    expect([onClick.mock.calls.length, pane()]).toEqual([1, null]);
  });

  test('the next dialog, and what the last one bares, arrive as ever', async () => {
    const { onClick, tap } = await askOverScreen();
    document.body.insertAdjacentHTML('afterbegin', '<div><div role="dialog" aria-modal="true"></div></div>');
    await draw();
    tap(performance.now());
    await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
    for (const dialog of document.querySelectorAll('[role="dialog"]')) dialog.remove();
    await draw();
    expect([onClick.mock.calls.length, pane() !== null]).toEqual([0, true]);
  });
});

test('G60 rows of a list that come and go hold nobody up', async () => {
  const { onClick, tap } = buttonIn(SCREEN);
  await draw();
  await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
  document.querySelector('.k-screen')?.insertAdjacentHTML('beforeend', '<ul><li>Sugar</li></ul>');
  await draw();
  tap(performance.now());
  expect([onClick.mock.calls.length, pane()]).toEqual([1, null]);
});

test('G60 the keyboard and a screen reader press at once, but an Enter that is held from before does not', async () => {
  const { onClick, click, enter } = buttonIn(SCREEN);
  await draw();
  const drawnAtMs = performance.now();
  click(0, drawnAtMs + 1);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(enter(true, drawnAtMs + 2 * ARRIVAL_MS).defaultPrevented).toBe(true);
  expect(enter(false, drawnAtMs + 2 * ARRIVAL_MS).defaultPrevented).toBe(false);
  expect(enter(true, drawnAtMs + 3 * ARRIVAL_MS).defaultPrevented).toBe(false);
});

describe('R-WIDE-24 G60 a detail beside its list', () => {
  const DETAIL = '<div class="k-screen"><button>Add Stock</button></div>';

  /** Shows a list and a detail that has been there for long, then replaces the detail. */
  async function showAnother() {
    document.body.innerHTML = `<ul><li><button>Sugar</button></li></ul><div class="k-detail-pane">${DETAIL}</div>`;
    await draw();
    await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
    expect(pane()).toBe(null);
    const [row] = document.querySelectorAll('button');
    document.querySelector('.k-detail-pane')!.innerHTML = DETAIL;
    await draw();
    return { row: row!, ofDetail: document.querySelector('.k-detail-pane button')! };
  }
  function tap(button: Element, atMs: number): boolean {
    const heard = vi.fn<() => void>();
    button.addEventListener('click', heard, { once: true });
    for (const event of [
      new Event('pointerdown', { bubbles: true }),
      new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }),
    ]) {
      Object.defineProperty(event, 'timeStamp', { value: atMs });
      button.dispatchEvent(event);
    }
    return heard.mock.calls.length === 1;
  }

  test('that takes the place of another one ignores presses for a while, and the rows of the list do not', async () => {
    const { row, ofDetail } = await showAnother();
    const drawnAtMs = performance.now();
    expect(pane()).not.toBe(null);
    expect(tap(row, drawnAtMs + 1)).toBe(true);
    expect(tap(ofDetail, drawnAtMs + ARRIVAL_MS - 1)).toBe(false);
    expect(tap(ofDetail, drawnAtMs + ARRIVAL_MS)).toBe(true);
  });

  test('lies under a pane that is as wide as it, and no wider', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(700, 60, 666, 2_000));
    await showAnother();
    expect([pane()?.getAttribute('style')]).toEqual(['left: 700px; width: 666px;']);
    vi.restoreAllMocks();
  });

  test('that comes or goes moves the rows: then they ignore presses, too', async () => {
    const { row } = await showAnother();
    await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
    document.querySelector('.k-detail-pane')!.remove();
    await draw();
    expect(tap(row, performance.now() + ARRIVAL_MS - 1)).toBe(false);
    await vi.advanceTimersByTimeAsync(10 * ARRIVAL_MS);
    document.body.insertAdjacentHTML('beforeend', '<div class="k-detail-pane">Loading...</div>');
    await draw();
    expect(tap(row, performance.now() + ARRIVAL_MS - 1)).toBe(false);
  });

  test('asks in a dialog over all of the page: no row takes the press that was meant for it', async () => {
    const { row } = await showAnother();
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
    await draw();
    expect(tap(row, performance.now())).toBe(false);
  });
});
