import { expect, test } from 'vitest';
import { inTime, pieces, PrinterError, printerErrorOf, step } from '../../../../src/platform/printer/printer-link.ts';

const named = (name: string) => new DOMException('A sentence of the browser', name);

test.each([
  ['a list of devices that was closed', named('NotFoundError'), 'cancelled', 'cancelled'],
  ['a list that the browser shows after a tap only', named('SecurityError'), 'cancelled', 'ask'],
  ['a device that the browser keeps from pages', named('SecurityError'), 'held', 'held'],
  ['the same in the middle of a job', named('SecurityError'), 'gone', 'held'],
  ['a port that is open elsewhere', named('InvalidStateError'), 'gone', 'held'],
  ['a cable that was pulled out', named('NetworkError'), 'gone', 'gone'],
  ['a device without what is looked for', named('NotFoundError'), 'gone', 'gone'],
  ['an error of JavaScript', new TypeError('No such thing'), 'stuck', 'stuck'],
  ['something that is no error', 'a text', 'gone', 'gone'],
] as const)('%s: %s, otherwise %s, is %s', async (_, error, otherwise, problem) => {
  const found = printerErrorOf(error, otherwise);
  expect({ problem: found.problem, cause: found.cause }).toEqual({ problem, cause: error });
  await expect(step(() => Promise.reject(error), otherwise)).rejects.toMatchObject({ problem });
});

test('a step that is not said to be otherwise is of a printer that is gone; a known problem stays', async () => {
  expect(printerErrorOf(named('NetworkError')).problem).toBe('gone');
  await expect(step(() => Promise.reject(named('NetworkError')))).rejects.toMatchObject({ problem: 'gone' });
  const known = new PrinterError('no_printer');
  await expect(step(() => Promise.reject(known), 'held')).rejects.toBe(known);
  await expect(step(() => Promise.resolve(4))).resolves.toBe(4);
});

test('work that ends in time is not disturbed by the clock', async () => {
  await expect(inTime(Promise.resolve(4), 'stuck', 0)).resolves.toBe(4);
  await expect(inTime(Promise.reject(new RangeError('own')), 'stuck', 1_000)).rejects.toThrow('own');
  await expect(inTime(new Promise(() => undefined), 'stuck', 1)).rejects.toMatchObject({ problem: 'stuck' });
});

test.each([
  [0, []],
  [3, [3]],
  [4, [4]],
  [9, [4, 4, 1]],
])('%d bytes in pieces of four: %j', (length, sizes) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at);
  const cut = [...pieces(bytes, 4)];
  expect(cut.map((piece) => piece.length)).toEqual(sizes);
  expect(cut.flatMap((piece) => [...piece])).toEqual([...bytes]);
});
