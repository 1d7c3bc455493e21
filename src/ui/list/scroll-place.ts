/*
 * Scroll positions of lists. A place is described by the rows that were in view, because rows may be added above them,
 * or they may be gone, before it is restored. Any element with `data-row` is a row.
 */

const ROW = '[data-row]';

/** The presses that count for nothing meet this (arrival-guard.ts). */
const PANE_OVER_ALL = '.k-arrival-pane';

export interface ScrollPlace {
  topPx: number;
  /**
   * Rows that were in view, the tapped one first, then the nearest to it; and how far below the upper edge each began.
   */
  rows: readonly (readonly [row: string, offsetPx: number])[];
}

/** The scrolling element: a pane with rows of its own, or the window with all others. */
export type Scroller = { pane: HTMLElement } | { page: HTMLElement };

export function readPlace(scroller: Scroller, tappedRow: string | null): ScrollPlace {
  const inView = rowsOf(scroller)
    .map((row) => ({ name: nameOf(row), ...edgesOf(scroller, row) }))
    .filter(({ topPx, bottomPx }) => bottomPx > 0 && topPx < heightOf(scroller));
  const tapped = inView.find(({ name }) => name === tappedRow);
  const middlePx = tapped?.topPx ?? heightOf(scroller) / 2;
  const away = (px: number) => Math.abs(px - middlePx);
  return {
    topPx: elementOf(scroller).scrollTop,
    rows: inView
      .toSorted((one, other) => away(one.topPx) - away(other.topPx))
      .map(({ name, topPx }) => [name, topPx] as const),
  };
}

export const scrollToTop = (scroller: Scroller): void => void (elementOf(scroller).scrollTop = 0);

export interface WayBack {
  /** The rows are not drawn yet, and nobody touched anything: the place of before is still the one that counts. */
  isUnderWay: () => boolean;
  stop: () => void;
}

/**
 * Scrolls back to a place as soon as its rows are drawn, and holds it there while the rest of the screen arrives: until
 * somebody presses, types or scrolls.
 * @param find what scrolls, once it is there
 */
export function goBackTo(place: ScrollPlace, screen: HTMLElement, find: () => Scroller | null): WayBack {
  const over = new AbortController();
  const way = { isReached: false, atPx: null as number | null };
  const go = () => {
    const scroller = find();
    if (scroller === null) return;
    const byPx = distanceTo(place, scroller);
    if (byPx === null) return;
    const element = elementOf(scroller);
    element.scrollTop += byPx;
    way.isReached ||= place.rows.length > 0 || Math.abs(element.scrollTop - place.topPx) <= 1;
    way.atPx = element.scrollTop;
  };
  const observer = new MutationObserver(go);
  const stop = () => {
    observer.disconnect();
    over.abort();
  };
  observer.observe(screen, { childList: true, characterData: true, subtree: true });
  const listen = { capture: true, passive: true, signal: over.signal };
  const press = ({ target }: Event) => !(target instanceof Element && target.matches(PANE_OVER_ALL)) && stop();
  window.addEventListener('pointerdown', press, listen);
  window.addEventListener('wheel', stop, listen);
  window.addEventListener('keydown', (event) => !event.repeat && stop(), listen);
  const scrolled = () => {
    const scroller = find();
    // By whatever means: a reader's, or a swing that goes on.
    if (scroller && way.atPx !== null && Math.abs(elementOf(scroller).scrollTop - way.atPx) > 1) stop();
  };
  document.addEventListener('scroll', scrolled, listen);
  go();
  return { isUnderWay: () => !way.isReached && !over.signal.aborted, stop };
}

/** How far there is to scroll; null while its rows, or whatever stands in their place, are not drawn. */
function distanceTo(place: ScrollPlace, scroller: Scroller): number | null {
  const fromTopPx = place.topPx - elementOf(scroller).scrollTop;
  if (place.rows.length === 0) return fromTopPx;
  const rows = new Map(rowsOf(scroller).map((row) => [nameOf(row), row]));
  if (rows.size === 0) return null;
  for (const [name, offsetPx] of place.rows) {
    const row = rows.get(name);
    if (row !== undefined) return edgesOf(scroller, row).topPx - offsetPx;
  }
  return fromTopPx;
}

const isPane = (scroller: Scroller): scroller is { pane: HTMLElement } => 'pane' in scroller;

const elementOf = (scroller: Scroller): Element =>
  isPane(scroller) ? scroller.pane : (document.scrollingElement ?? document.documentElement);

const heightOf = (scroller: Scroller): number => (isPane(scroller) ? scroller.pane.clientHeight : window.innerHeight);

const rowsOf = (scroller: Scroller): HTMLElement[] =>
  isPane(scroller)
    ? [...scroller.pane.querySelectorAll<HTMLElement>(ROW)]
    : [...scroller.page.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.closest('[data-scrolls]') === null);

const nameOf = (row: HTMLElement): string => row.dataset['row'] ?? '';

/** Within what scrolls. Without the heading that stands over the first row of a day: tomorrow it may be another's. */
function edgesOf(scroller: Scroller, row: HTMLElement): { topPx: number; bottomPx: number } {
  const { top, bottom } = (row.querySelector('.k-day-heading + *') ?? row).getBoundingClientRect();
  const edgePx = isPane(scroller) ? scroller.pane.getBoundingClientRect().top : 0;
  return { topPx: top - edgePx, bottomPx: bottom - edgePx };
}
