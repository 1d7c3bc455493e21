import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// The table of docs/spec/offline.md, walked: what two devices may do at once has a test in tests/sync/mutation that
// names its row. Those files run each case in both orders of arrival.

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'tests/sync/mutation');

/** Rows that may be done offline and are no mutation of the shop's data, or not there yet. */
const NO_MUTATION: Readonly<Record<string, string>> = {
  M4: 'logging out ends a session',
  M39: 'sharing leaves no trace',
  M41: 'an export is noted and changes no row',
};

const rows = [
  ...readFileSync(join(ROOT, 'docs/spec/offline.md'), 'utf8').matchAll(/^\| (M\d+) \| .*? \| (.*?) \|/gm),
].map((match) => ({ id: match[1] ?? '', offline: match[2] ?? '' }));
const titles = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').match(/\b(?:it|test)\S*\(\s*['"`].*/g) ?? []);

const done = rows.filter(({ id, offline }) => /^(Yes|Print yes)/.test(offline) && !(id in NO_MUTATION));

test('the table has its 42 rows', () => {
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 42 }, (_, index) => `M${index + 1}`));
});

test.each(done)('$id is done by two phones at once', ({ id }) => {
  expect(titles.filter((title) => new RegExp(`\\b${id}\\b`).test(title))).not.toEqual([]);
});
