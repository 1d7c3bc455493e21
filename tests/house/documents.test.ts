import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// Compares statements of the documents about the code with the code.

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/glossary.md',
  'docs/sync.md',
  'docs/first-day.md',
  ...readdirSync(join(ROOT, 'docs/decisions')).map((file) => `docs/decisions/${file}`),
];

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
/** Words after 'npm' in the README that are not scripts. */
const NO_SCRIPTS = new Set(['to']);
const packages = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

describe('README.md', () => {
  const listed = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1] ?? '');
  const settings = [...read('server/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(
    (match) => match[1] ?? '',
  );

  test('lists every setting of the server, and no other', () => {
    expect(settings.length).toBeGreaterThan(5);
    expect(listed.toSorted()).toEqual(settings.toSorted());
  });

  test('names only commands that there are', () => {
    const named = [...read('README.md').matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in manifest.scripts || NO_SCRIPTS.has(name)))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const [, example = ''] = /by the example of a count of cash\n([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? [];
  const files = [...example.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');

  test('shows how a noun is added by files that know the noun, and by each that a rule or a row needs', () => {
    expect(files.filter((file) => !/cash[-_ .]?count/i.test(read(file)))).toEqual([]);
    const needed = /^(domain|sync|server)\/.*(cash-count|registry|permission|tables|schema|\.sql)/;
    expect(files.filter((file) => needed.test(file)).length).toBeGreaterThanOrEqual(10);
  });
});

describe('packages', () => {
  test.each(packages)('%s is pinned to one version', (_name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('each has its line in decision 2, which names no other', () => {
    const rows = [...read('docs/decisions/0002-dependencies.md').matchAll(/^\| (`.*?`) \|/gm)].map(
      (match) => match[1] ?? '',
    );
    const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
    expect(named.toSorted()).toEqual(packages.map(([name]) => name).toSorted());
  });

  test('the lock file names no address to download from', () => {
    expect(read('package-lock.json')).not.toContain('"resolved":');
  });

  test('every member of a family has the same version', () => {
    const versionsOf = (family: RegExp) =>
      new Set(packages.filter(([name]) => family.test(name)).map(([, version]) => version));
    expect(versionsOf(/^@mantine\//).size).toBe(1);
    expect(versionsOf(/^workbox-/).size).toBe(1);
    expect(versionsOf(/^react(-dom)?$/).size).toBe(1);
  });
});

describe('links', () => {
  test.each(PAGES)('%s points only to what is there', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !/^https?:/.test(target));
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });
});
