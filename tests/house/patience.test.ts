import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* Vitest's default wait of one second fails good tests on a busy machine, so each wait must give its time. */

const WAIT = /(?:vi\s*\.waitFor|vi\s*\.waitUntil|expect\s*\.poll)\(/g;
const BOUNDED = /PATIENTLY|timeout/;

test('every wait of a test says how long it waits', () => {
  const files = globSync('tests/**/*.test.{ts,tsx}');
  const calls = files.flatMap((file) => waitsIn(readFileSync(file, 'utf8')).map((call) => ({ file, call })));
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter(({ call }) => !BOUNDED.test(call))).toEqual([]);
});

test('a wait is found with all its arguments, over lines too', () => {
  const waits = waitsIn('await vi.waitFor(() => one(2),\n  PATIENTLY);\nexpect\n  .poll(() => [three]).toBe(4);');
  expect(waits).toEqual(['vi.waitFor(() => one(2),\n  PATIENTLY)', 'expect\n  .poll(() => [three])']);
});

function waitsIn(text: string): string[] {
  return [...text.matchAll(WAIT)].map(({ 0: start, index }) => {
    let end = index + start.length;
    for (let depth = 1; depth > 0 && end < text.length; end += 1)
      if (text[end] === '(') depth += 1;
      else if (text[end] === ')') depth -= 1;
    return text.slice(index, end);
  });
}
