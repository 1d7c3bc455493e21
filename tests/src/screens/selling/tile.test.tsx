import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newItemImage } from '../../../../domain/items/item-image.ts';
import { Tile } from '../../../../src/screens/selling/tile.tsx';
import { renderPart } from '../../../support/screens/app-harness.tsx';
import { freshCounter, showCounter, SOAP, tile as tileOf } from '../../../support/screens/counter-screen.tsx';
import { SHOP_ROWS, SUGAR as SHOP_SUGAR } from '../../../support/screens/sales-screens.tsx';
import { BUSINESS_ID, itemRow } from '../../../support/shop-rows.ts';

/* Presses on a tile: short, long, and scrolling. */

const SUGAR = itemRow({ id: 1, name: 'Sugar' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function showTile() {
  const acts = { add: vi.fn<() => void>(), ask: vi.fn<() => void>() };
  renderPart(<Tile item={SUGAR} currency="UGX" inBasketHundredths={0} acts={acts} />);
  const tile = screen.getByRole('button', { name: /^Sugar,/ });
  const press = (pointerType: string) => fireEvent.pointerDown(tile, { pointerType, clientX: 50, clientY: 50 });
  const hold = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  /** Sends the event of a released finger or mouse button on the tile. */
  const release = () => {
    fireEvent.pointerUp(tile);
    fireEvent.click(tile, { detail: 1 });
  };
  return { acts, tile, press, hold, release };
}

test('R-CTR-03 R-CTR-05 a short press adds one, a long one asks for quantity and price and adds nothing', () => {
  const { acts, press, hold, release } = showTile();
  press('touch');
  hold(549);
  release();
  expect([acts.add.mock.calls.length, acts.ask.mock.calls.length]).toEqual([1, 0]);
  press('touch');
  hold(550);
  expect(acts.ask).toHaveBeenCalledExactlyOnceWith(SUGAR);
  release();
  expect(acts.add).toHaveBeenCalledOnce();
});

test('R-CTR-05 a finger that moves scrolls: nothing is asked, however long it stays', () => {
  const { acts, tile, press, hold } = showTile();
  press('touch');
  fireEvent.pointerMove(tile, { pointerType: 'touch', clientX: 50, clientY: 61 });
  hold(2_000);
  fireEvent.pointerCancel(tile);
  expect([acts.add.mock.calls.length, acts.ask.mock.calls.length]).toEqual([0, 0]);
});

test('R-CTR-05 where the browser tells of the long press itself, it is asked once', () => {
  const { acts, tile, press, hold, release } = showTile();
  press('touch');
  hold(500);
  fireEvent.contextMenu(tile);
  hold(500);
  release();
  expect([acts.add.mock.calls.length, acts.ask.mock.calls.length]).toEqual([0, 1]);
});

test('R-CTR-05 R-CTR-50 after a right click, a key on the tile adds one as before', () => {
  const { acts, tile, press } = showTile();
  press('mouse');
  expect(fireEvent.contextMenu(tile)).toBe(false);
  expect(acts.ask).toHaveBeenCalledOnce();
  // Enter and the space bar send a click without a press.
  fireEvent.click(tile, { detail: 0 });
  expect(acts.add).toHaveBeenCalledOnce();
});

test('R-CTR-03 a tile shows the picture of its item over its letters, and the letters alone where this device lacks the file', async () => {
  vi.useRealTimers();
  freshCounter();
  const images = [{ ...newItemImage(BUSINESS_ID, 'a'.repeat(32), 0), isStored: true }];
  await showCounter({ rows: { ...SHOP_ROWS, item: [{ ...SHOP_SUGAR, images }, SOAP] } });
  const picture = () => tileOf('Sugar').querySelector('img');
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe(`/uploads/7/${'a'.repeat(32)}/thumbnail.webp`));
  expect(picture()?.draggable).toBe(false);
  expect(tileOf('Soap').querySelector('img')).toBeNull();
  fireEvent.error(picture()!);
  expect(picture()).toBeNull();
  expect(tileOf('Sugar').querySelector('[data-letters]')?.getAttribute('data-letters')).toBe('S');
});
