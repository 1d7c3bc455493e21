import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BREAKAGES } from '../breaks/breakages.ts';
import { brokenText } from '../breaks/tree-copy.ts';

// `npm run break` takes long. These quick checks of its list run with every test run, so that it stays valid.

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every rule of docs/sync.md is broken in at least one way', () => {
  const rules = new Set(
    [...read('docs/sync.md').matchAll(/^\s*- \*\*(SYN-\d+[a-z]?)\*\*/gm)].map((match) => match[1] ?? ''),
  );
  expect(rules.size).toBeGreaterThan(20);
  expect(new Set(BREAKAGES.map(({ rule }): string => rule))).toEqual(rules);
});

test.each(BREAKAGES)('$rule $what: what is to be broken is there, and so is the test that must fail', (breakage) => {
  expect(brokenText(breakage)).not.toBeNull();
  expect(breakage.put).not.toBe(breakage.find);
  expect(read(breakage.test)).toContain(breakage.title);
});
