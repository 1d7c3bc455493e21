import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['domain', 'sync', 'src', 'sw', 'server', 'storefront', 'scripts', 'tests', 'e2e'];

/** A folder with more files than this needs a reason. */
const FILES_MAX = 25;

/** Folders that have more, and why they are not split. */
const REASONS: Readonly<Record<string, string>> = {
  'sync/mutation': 'one file for each noun, in the list of registry.ts',
  'src/app': 'what stands around every screen: one part of the frame in each file, all of them joined in two or three',
  'src/state': 'one store in each file, found by its name',
  'src/screens/items': 'the screens of one noun, which share their parts',
  'src/screens/selling': 'the counter and the form are two views of one basket',
  'server/http/inputs': 'one file for each body that the API takes',
  'server/http/routes': 'one file for each group of addresses; api.ts lists them',
  'tests/server/http': 'as server/http has its routes',
  'tests/sim': 'one program: the people, the devices, the world between them, and the rules that must hold',
  'tests/bench': 'one bench in each file, by the name that starts it',
  'e2e/fixtures': 'one thing that browser tests share in each file',
  'e2e/pages': 'one file for each screen',
  'e2e/specs': 'one story in each file',
};

test('a folder of more than 25 files has a reason', () => {
  const counts = new Map<string, number>();
  for (const file of globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,mjs,css,sql}`, { cwd: ROOT }))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > FILES_MAX).map(([folder]) => folder);
  expect(crowded.toSorted()).toEqual(Object.keys(REASONS).toSorted());
});
