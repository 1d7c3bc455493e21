import { afterEach, expect, test, vi } from 'vitest';
import { createFramePlace } from '../../../src/platform/frame-place.ts';

afterEach(() => document.body.replaceChildren());

const frames = () => [...document.querySelectorAll('iframe')];

/** Gives every frame a database, which jsdom's frames lack. */
function giveFramesDatabases(): { indexedDB: object; IDBKeyRange: object } {
  const inside = { indexedDB: {}, IDBKeyRange: {} };
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(inside as never);
  return inside;
}

test('SYN-26a the database of a frame that nobody sees, which is gone when it is revoked', () => {
  const inside = giveFramesDatabases();
  const place = createFramePlace(document);
  expect(place).toMatchObject(inside);
  expect(frames().map((frame) => frame.hidden)).toEqual([true]);
  place?.revoke();
  expect(frames()).toEqual([]);
});

test('a browser whose frames have no database leaves no frame behind', () => {
  expect(createFramePlace(document)).toBeNull();
  expect(frames()).toEqual([]);
});
