import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/*
 * The rule of Back alone: a listener stands for the router, and the page's timers are fake. Its screens are tested in a
 * real browser by e2e/specs/layers.spec.ts.
 */

const MARK_STAYS_MS = 500;
/** The wait of `whenIdle` in a browser that cannot report when it is idle. */
const IDLE_MS = 500;
const LEAVING_MS = 60_000;

/** The addresses of the `popstate` events that reached the router. */
let heard: string[] = [];
/** Steps through the history that the page asked for. */
let steps: (number | undefined)[] = [];
let arrivals: (() => void)[] = [];
let stop: () => void;

const place = () => location.pathname + location.search;
const isMarked = () => (history.state as { layer?: boolean } | null)?.layer === true;
const hear = () => void heard.push(place());
const arrive = () => {
  for (const isThere of arrivals.splice(0)) isThere();
};
const nextArrival = () => new Promise<void>((resolve) => arrivals.push(resolve));

/** Loads the page anew at the present entry of the history. */
async function load(): Promise<void> {
  vi.resetModules();
  const { keepLayerHistory } = await import('../../../../src/ui/layer/layer-history.ts');
  const stopKeeping = keepLayerHistory();
  addEventListener('popstate', hear);
  stop = () => {
    stopKeeping();
    removeEventListener('popstate', hear);
  };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [heard, steps, arrivals] = [[], [], []];
  const go = history.go.bind(history);
  history.go = (by) => {
    steps.push(by);
    go(by);
  };
  addEventListener('popstate', arrive, true);
  history.replaceState({ idx: 0 }, '', '/home');
  history.pushState({ idx: 1 }, '', '/sales');
  await load();
});

afterEach(() => {
  stop();
  removeEventListener('popstate', arrive, true);
  Reflect.deleteProperty(history, 'go');
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Lets the page notice what was opened and closed. */
const notice = () => vi.advanceTimersByTimeAsync(0);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Opens a layer that closes by its own button. */
async function open(html = '<div role="dialog"><button aria-label="Close"></button></div>'): Promise<HTMLElement> {
  document.body.insertAdjacentHTML('beforeend', html);
  const layer = document.body.lastElementChild as HTMLElement;
  layer.querySelector('[aria-label="Close"]')?.addEventListener('click', () => layer.remove());
  await notice();
  return layer;
}

async function close(layer: HTMLElement): Promise<void> {
  layer.remove();
  await notice();
}

async function back(): Promise<void> {
  const arrived = nextArrival();
  history.back();
  await arrived;
  await notice();
}

test('R-PLACE-01 Back closes the open layer and the router hears nothing of it; the next Back leaves the screen', async () => {
  const layer = await open();
  expect([place(), isMarked(), history.state]).toEqual(['/sales', true, { idx: 1, layer: true }]);
  await back();
  expect([place(), isMarked(), layer.isConnected, heard]).toEqual(['/sales', false, false, []]);
  await back();
  expect([place(), heard]).toEqual(['/home', ['/home']]);
});

test('R-PLACE-01 of two layers Back closes the topmost, then the other, then leaves', async () => {
  const below = await open();
  const above = await open();
  await back();
  expect([above.isConnected, below.isConnected, isMarked()]).toEqual([false, true, true]);
  await back();
  expect([below.isConnected, isMarked(), heard]).toEqual([false, false, []]);
  await back();
  expect(heard).toEqual(['/home']);
});

test('R-PLACE-02 a layer that asks first stays, and Back counts for its question', async () => {
  const layer = await open('<div role="dialog"><button aria-label="Close"></button></div>');
  const asks = vi.fn<() => void>();
  const button = layer.querySelector('button')!.cloneNode() as HTMLElement;
  button.addEventListener('click', asks);
  layer.replaceChildren(button);
  await back();
  expect([asks.mock.calls.length, layer.isConnected, isMarked(), heard]).toEqual([1, true, true, []]);
});

test('R-PLACE-03 a layer that closed by itself leaves no entry: half a second later, when the page is idle, it steps back', async () => {
  const layer = await open();
  await close(layer);
  await wait(MARK_STAYS_MS + IDLE_MS - 1);
  expect([isMarked(), steps]).toEqual([true, []]);
  const arrived = nextArrival();
  await wait(1);
  await arrived;
  await notice();
  expect([place(), isMarked(), steps, heard]).toEqual(['/sales', false, [-1], []]);
  await back();
  expect(heard).toEqual(['/home']);
});

test('R-PLACE-03 one step back, however often layers open and close in that time', async () => {
  for (let nth = 0; nth < 3; nth += 1) await close(await open());
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  await arrived;
  await wait(10 * (MARK_STAYS_MS + IDLE_MS));
  expect([steps, isMarked(), heard]).toEqual([[-1], false, []]);
});

test('R-PLACE-03 a layer that opens meanwhile takes the mark over, and closing that one steps back later', async () => {
  const entries = history.length;
  await close(await open());
  await wait(MARK_STAYS_MS);
  const next = await open();
  await wait(10 * (MARK_STAYS_MS + IDLE_MS));
  expect([isMarked(), steps, history.length]).toEqual([true, [], entries + 1]);
  await close(next);
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  await arrived;
  expect([isMarked(), steps, heard]).toEqual([false, [-1], []]);
});

test('R-PLACE-03 a screen that comes while a layer is open takes the place of the mark', async () => {
  const layer = await open();
  const entries = history.length;
  history.pushState({ idx: 2 }, '', '/orders');
  layer.remove();
  await wait(10 * (MARK_STAYS_MS + IDLE_MS));
  expect([place(), isMarked(), history.length, steps]).toEqual(['/orders', false, entries, []]);
  await back();
  expect([place(), heard]).toEqual(['/sales', ['/sales']]);
});

test('R-PLACE-03 a Back before that step leaves the screen at once, and no step follows', async () => {
  await close(await open());
  const under = nextArrival();
  history.back();
  await under;
  await nextArrival();
  await wait(10 * (MARK_STAYS_MS + IDLE_MS));
  expect([place(), steps, heard]).toEqual(['/home', [-1], ['/home']]);
});

test('R-PLACE-03 an address that changes under an open layer is the address of its screen afterwards', async () => {
  const layer = await open();
  history.replaceState({ idx: 1, usr: 'filtered' }, '', '/sales?q=soap');
  expect([isMarked(), place()]).toEqual([true, '/sales?q=soap']);
  await back();
  expect([layer.isConnected, place(), history.state]).toEqual([false, '/sales?q=soap', { idx: 1, usr: 'filtered' }]);
  // Only once: the next Back finds the screen before as it was.
  await back();
  expect([place(), heard]).toEqual(['/home', ['/home']]);
});

test("R-PLACE-03 the address that the mark had is not written into a screen's entry that came after it", async () => {
  const layer = await open();
  history.replaceState({ idx: 1 }, '', '/sales?q=soap');
  history.pushState({ idx: 2 }, '', '/orders');
  layer.remove();
  await back();
  expect(place()).toBe('/sales');
});

test("R-PLACE-03 the router's own step back steps over the mark; as if it were not there", async () => {
  await open();
  const arrived = nextArrival();
  history.go(-1);
  await arrived;
  expect([place(), steps, heard]).toEqual(['/home', [-2], ['/home']]);
});

test("R-PLACE-03 without a layer the router's steps are its own", async () => {
  const arrived = nextArrival();
  history.go(-1);
  await arrived;
  expect([place(), steps, heard]).toEqual(['/home', [-1], ['/home']]);
  const again = nextArrival();
  history.go(1);
  await again;
  expect([place(), steps, heard]).toEqual(['/sales', [-1, 1], ['/home', '/sales']]);
});

test('R-PLACE-03 what the router wants while the mark is being taken away waits for its end', async () => {
  await close(await open());
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  expect(steps).toEqual([-1]);
  history.pushState({ idx: 2 }, '', '/orders');
  expect(place()).toBe('/sales');
  await arrived;
  await notice();
  expect([place(), isMarked(), heard]).toEqual(['/orders', false, []]);
  await back();
  expect(place()).toBe('/sales');
  await back();
  expect([place(), heard]).toEqual(['/home', ['/sales', '/home']]);
});

test('R-PLACE-03 after a reload the mark has no layer: Back leaves the screen, Forward opens nothing', async () => {
  await open();
  stop();
  document.body.replaceChildren();
  await load();
  steps = [];
  const under = nextArrival();
  history.back();
  await under;
  await nextArrival();
  await notice();
  expect([place(), steps, heard]).toEqual(['/home', [-1], ['/home']]);
  const forward = nextArrival();
  history.forward();
  await forward;
  await wait(MARK_STAYS_MS + IDLE_MS);
  expect([place(), isMarked(), heard]).toEqual(['/sales', false, ['/home', '/sales']]);
});

test('R-PLACE-03 Forward to the mark that Back has left opens nothing, and the page steps back by itself', async () => {
  await open();
  await back();
  const forward = nextArrival();
  history.forward();
  await forward;
  expect([place(), isMarked(), heard]).toEqual(['/sales', true, []]);
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  await arrived;
  expect([isMarked(), steps, heard]).toEqual([false, [-1], []]);
  await back();
  expect([place(), heard]).toEqual(['/home', ['/home']]);
});

test('R-PLACE-06 while the page is being left no step back is taken; a page that is still there a minute later takes it', async () => {
  const layer = await open();
  dispatchEvent(new Event('beforeunload'));
  await close(layer);
  await wait(LEAVING_MS - 1);
  expect(steps).toEqual([]);
  const arrived = nextArrival();
  await wait(1 + MARK_STAYS_MS + IDLE_MS);
  await arrived;
  expect([steps, isMarked(), heard]).toEqual([[-1], false, []]);
});

test('R-PLACE-06 a page that comes back from being left takes the step then', async () => {
  const layer = await open();
  dispatchEvent(new Event('beforeunload'));
  await close(layer);
  await wait(MARK_STAYS_MS + IDLE_MS);
  expect(steps).toEqual([]);
  dispatchEvent(new Event('pageshow'));
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  await arrived;
  expect([steps, isMarked()]).toEqual([[-1], false]);
});

test('R-PLACE-06 leaving is listened for only while a layer is open, so that a browser may keep the page', async () => {
  const listening = vi.spyOn(window, 'addEventListener');
  const over = vi.spyOn(window, 'removeEventListener');
  const of = (spy: typeof listening | typeof over) => spy.mock.calls.filter(([type]) => type === 'beforeunload').length;
  const layer = await open();
  expect([of(listening), of(over)]).toEqual([1, 0]);
  await close(layer);
  await wait(MARK_STAYS_MS + IDLE_MS);
  await nextArrival();
  expect([of(listening), of(over) > 0]).toEqual([1, true]);
});

const KEYS: [string, string, string][] = [
  ['a menu', '<div><button aria-controls="m" id="way"></button><div role="menu" id="m"></div></div>', 'click'],
  ['a bell', '<div data-layer="true"><button aria-expanded="true" id="way"></button></div>', 'click'],
  ['a dialog without a button', '<div role="dialog" id="way"></div>', 'Escape'],
  [
    'a list of choices',
    '<div><input role="combobox" data-expanded="true" id="way"><div role="listbox"></div></div>',
    'Escape',
  ],
];
test.each(KEYS)('R-PLACE-01 R-PLACE-02 Back closes %s in its own way', async (_kind, html, how) => {
  await open(html);
  const acts: string[] = [];
  const way = document.getElementById('way')!;
  way.addEventListener('click', () => acts.push('click'));
  way.addEventListener('keydown', (event) => acts.push(event.key));
  await back();
  expect([acts, heard]).toEqual([[how], []]);
});

/**
 * Hands the page's own listener a key as if a person had pressed it, because a browser trusts no event of a script.
 * Returns true if the page kept the key from other listeners.
 */
async function pressed(key: string, isComposing = false): Promise<boolean> {
  stop();
  const listening = vi.spyOn(window, 'addEventListener');
  await load();
  const hearKey = listening.mock.calls.find(([type]) => type === 'keydown')?.[1] as (event: unknown) => void;
  const stopImmediatePropagation = vi.fn();
  hearKey({ key, isComposing, isTrusted: true, stopImmediatePropagation });
  return stopImmediatePropagation.mock.calls.length > 0;
}

test('R-PLACE-05 Escape closes the topmost of two dialogs and reaches no other', async () => {
  const below = await open();
  const above = await open();
  expect(await pressed('Escape')).toBe(true);
  expect([above.isConnected, below.isConnected]).toEqual([false, true]);
});

test.each([
  ['a dialog alone', '<div role="dialog"></div>', 'Escape', false],
  ['a list of choices over a dialog', '<div role="dialog"><div role="listbox"></div></div>', 'Escape', false],
  ['a word that is still being composed', '<div data-layer="true"></div>', 'Escape', true],
  ['another key', '<div data-layer="true"></div>', 'Enter', false],
  ['no layer', '<p></p>', 'Escape', false],
])('R-PLACE-05 %s is left its key', async (_kind, html, key, isComposing) => {
  await open(html);
  expect(await pressed(key, isComposing)).toBe(false);
});

test('R-PLACE-05 Escape closes a part of a screen that is a layer, which knows nothing of the key', async () => {
  const layer = await open('<div data-layer="true"><button aria-label="Close"></button></div>');
  expect(await pressed('Escape')).toBe(true);
  expect(layer.isConnected).toBe(false);
});

test('R-PLACE-05 the Escape by which the page itself closes a layer is not heard as a second one', async () => {
  const [below, above] = [await open(), await open()];
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect([below.isConnected, above.isConnected]).toEqual([true, true]);
});

test('a part of a screen becomes a layer, and is none any more, by its attribute alone', async () => {
  document.body.innerHTML = '<div class="basket"></div>';
  const basket = document.body.firstElementChild as HTMLElement;
  basket.dataset['layer'] = 'true';
  await notice();
  expect(isMarked()).toBe(true);
  basket.removeAttribute('data-layer');
  await notice();
  const arrived = nextArrival();
  await wait(MARK_STAYS_MS + IDLE_MS);
  await arrived;
  expect([isMarked(), steps]).toEqual([false, [-1]]);
});
