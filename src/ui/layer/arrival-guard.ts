import { nextFrame } from '../next-frame.ts';

/*
 * On a slow phone a second tap can hit the next screen, at which it was not aimed. So a press counts only if it began a
 * while after its target appeared (decisions/0038).
 */

/** What can arrive: a screen, a dialog, the bar of a main action, and a group of buttons that change after each act. */
const ARRIVES = '[role="dialog"], .k-screen, .k-action-bar, .k-arrives, .k-detail-pane';

/** A change inside the pane guards only the pane: the list beside it was there before and does not move (R-WIDE-24). */
const PART = '.k-detail-pane';

/** An open dialog: a change of the screen behind it moves nothing under the thumb. */
const MODAL = '[aria-modal="true"]';

/** A second tap comes sooner than this; a person who has read the screen taps later. */
export const ARRIVAL_MS = 400;

/**
 * After each arrival, and after each departure that uncovers something, a shield covers the page, or the new part of
 * it, for that time. A press that was made earlier and is delivered late, because the page was busy, is recognised by
 * its time stamp. The keyboard stays free, except for an Enter that is still held down from before.
 */
export function guardArrivals(page: Document): () => void {
  const whole = createPane(page);
  const part = createPane(page);
  const observer = new MutationObserver((records) => {
    const isModalOpen = page.querySelector(MODAL) !== null;
    const arrivals = records.filter(
      ({ target, addedNodes, removedNodes }) =>
        !(isModalOpen && isOfScreen(target)) && [...addedNodes, ...removedNodes].some(arrives),
    );
    for (const place of new Set(arrivals.map(partOf)))
      if (place === null) void whole.arrive(page.body);
      else void part.arrive(place);
  });
  observer.observe(page.body, { childList: true, subtree: true });
  const stopListening = refusePresses(page, (press) => whole.refuses(press) || part.refuses(press));
  return () => {
    observer.disconnect();
    stopListening();
    whole.stop();
    part.stop();
  };
}

/** Dialogs are rendered outside the app's root element. */
const isOfScreen = (node: Node): boolean => node instanceof Element && node.closest('#root') !== null;

const partOf = ({ target }: MutationRecord): Element | null =>
  target instanceof Element ? target.closest(PART) : null;

interface Press {
  beganAtMs: number;
  target: EventTarget | null;
}

/** Covers new content until a while after it was painted. */
function createPane(page: Document) {
  const pane = page.createElement('div');
  pane.className = 'k-arrival-pane';
  pane.ariaHidden = 'true';
  /** Infinity while the content is in the page but not painted yet. */
  let arrivedAtMs = -Infinity;
  let place: Element = page.body;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  return {
    async arrive(newPlace: Element) {
      count += 1;
      const mine = count;
      clearTimeout(timer);
      arrivedAtMs = Infinity;
      place = newPlace;
      if (place !== page.body) standOver(pane, place);
      page.body.append(pane);
      await nextFrame();
      if (mine !== count) return;
      arrivedAtMs = performance.now();
      timer = setTimeout(() => pane.remove(), ARRIVAL_MS);
    },
    refuses: ({ beganAtMs, target }: Press) =>
      beganAtMs < arrivedAtMs + ARRIVAL_MS && target instanceof Node && (target === pane || place.contains(target)),
    stop() {
      count += 1;
      clearTimeout(timer);
      pane.remove();
    },
  };
}

/** Covers the whole height of the page, because the window may be scrolled. */
function standOver(pane: HTMLElement, place: Element): void {
  const { left, width } = place.getBoundingClientRect();
  pane.style.left = `${left}px`;
  pane.style.width = `${width}px`;
}

const arrives = (node: Node): boolean =>
  node instanceof Element && (node.matches(ARRIVES) || node.querySelector(ARRIVES) !== null);

/** Stops every click, and every repeat of a held Enter, whose press began too early. */
function refusePresses(page: Document, isRefused: (press: Press) => boolean): () => void {
  let pressedAtMs: number | null = null;
  let enteredAtMs = -Infinity;
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = (event: PointerEvent) => {
    pressedAtMs = event.timeStamp;
  };
  const click = (event: MouseEvent) => {
    const beganAtMs = pressedAtMs ?? event.timeStamp;
    pressedAtMs = null;
    // The click came from the keyboard or a screen reader.
    if (event.detail > 0 && isRefused({ beganAtMs, target: event.target })) swallow(event);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (!event.repeat) enteredAtMs = event.timeStamp;
    else if (isRefused({ beganAtMs: enteredAtMs, target: event.target })) swallow(event);
  };
  page.addEventListener('pointerdown', press, true);
  page.addEventListener('mousedown', keepFocus, true);
  page.addEventListener('click', click, true);
  page.addEventListener('keydown', key, true);
  return () => {
    page.removeEventListener('pointerdown', press, true);
    page.removeEventListener('mousedown', keepFocus, true);
    page.removeEventListener('click', click, true);
    page.removeEventListener('keydown', key, true);
  };
}

/** The focused element keeps the focus, so a phone keeps its keyboard open. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.matches('.k-arrival-pane')) event.preventDefault();
}
