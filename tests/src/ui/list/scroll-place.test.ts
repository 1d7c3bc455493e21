import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { goBackTo, readPlace, type WayBack } from '../../../../src/ui/list/scroll-place.ts';

/*
 * A page with a made-up layout: rows of 100 px, one under the other, in a window 600 px high that can be scrolled.
 */

const ROW_PX = 100;

let way: WayBack | null = null;
let main: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  main = document.querySelector('main') ?? document.body;
  window.innerHeight = 600;
  document.documentElement.scrollTop = 0;
});

afterEach(() => way?.stop());

function draw(names: readonly string[]): void {
  main.replaceChildren(
    ...names.map((name, at) => {
      const row = document.createElement('article');
      row.dataset['row'] = name;
      row.getBoundingClientRect = () => new DOMRect(0, at * ROW_PX - document.documentElement.scrollTop, 300, ROW_PX);
      return row;
    }),
  );
}

const page = () => ({ page: main });
const scrolledTo = () => document.documentElement.scrollTop;
/** Waits until mutation observers have run. */
const drawn = async () => await Promise.resolve();
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `row ${from + at}`);

/** Returns the place in a list of twenty rows, scrolled by 800 px, after a tap on the twelfth, at 300 px. */
function placeOfTwelve() {
  draw(names(1, 20));
  document.documentElement.scrollTop = 800;
  const place = readPlace(page(), 'row 12');
  document.documentElement.scrollTop = 0;
  main.replaceChildren();
  return place;
}

describe('the place of a list', () => {
  test('R-PLACE-12 is told by the rows in view, the tapped one first and then its neighbours', () => {
    const place = placeOfTwelve();
    expect(place.topPx).toBe(800);
    expect(place.rows.map(([name]) => name)).toEqual(['row 12', 'row 11', 'row 13', 'row 10', 'row 14', 'row 9']);
    expect(place.rows[0]).toEqual(['row 12', 300]);
  });

  test('R-PLACE-10 R-PLACE-12 is gone to once its rows are drawn, though others came above them', async () => {
    way = goBackTo(placeOfTwelve(), main, page);
    expect(way.isUnderWay()).toBe(true);
    main.append('Loading...');
    await drawn();
    expect(scrolledTo()).toBe(0);
    draw(['new', 'newer', ...names(1, 20)]);
    await drawn();
    expect(scrolledTo()).toBe(1000);
    expect(way.isUnderWay()).toBe(false);
    // Rows that appear above it later do not move it either.
    draw(['newest', 'new', 'newer', ...names(1, 20)]);
    await drawn();
    expect(scrolledTo()).toBe(1100);
  });

  test('R-PLACE-12 is told by the nearest of the other rows where the tapped one is gone, and by its length where all are', async () => {
    way = goBackTo(placeOfTwelve(), main, page);
    draw(names(1, 20).filter((name) => name !== 'row 12'));
    await drawn();
    expect(scrolledTo()).toBe(800);
    way.stop();
    way = goBackTo(placeOfTwelve(), main, page);
    draw(names(101, 120));
    await drawn();
    expect(scrolledTo()).toBe(800);
  });

  test.each([
    ['a press', () => window.dispatchEvent(new Event('pointerdown'))],
    ['a wheel', () => window.dispatchEvent(new Event('wheel'))],
    ['a key', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))],
  ])('R-PLACE-15 is not gone to after %s', async (_what, touch) => {
    way = goBackTo(placeOfTwelve(), main, page);
    touch();
    expect(way.isUnderWay()).toBe(false);
    draw(names(1, 20));
    await drawn();
    expect(scrolledTo()).toBe(0);
  });

  test('R-PLACE-15 is not held any more after somebody scrolled by whatever means', async () => {
    way = goBackTo(placeOfTwelve(), main, page);
    draw(names(1, 20));
    await drawn();
    expect(scrolledTo()).toBe(800);
    document.documentElement.scrollTop = 500;
    document.dispatchEvent(new Event('scroll'));
    draw(['new', ...names(1, 20)]);
    await drawn();
    expect(scrolledTo()).toBe(500);
  });

  test('R-PLACE-15 is gone to after a press that met the pane over what had just arrived: it counts for nothing', async () => {
    way = goBackTo(placeOfTwelve(), main, page);
    const pane = document.createElement('div');
    pane.className = 'k-arrival-pane';
    document.body.append(pane);
    pane.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    draw(names(1, 20));
    await drawn();
    expect(scrolledTo()).toBe(800);
  });
});
