import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// Checks the table of docs/spec/offline.md: whatever two devices may do at once has a test in tests/sync/mutation that
// names the table's row. Those tests run each case in both orders of arrival.

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'tests/sync/mutation');

/** Rows that work offline and are not mutations of the shop's data, or do not exist yet. */
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
