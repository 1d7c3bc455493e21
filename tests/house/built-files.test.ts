import { build, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { STORE_STYLE } from '../../server/storefront/store-style.ts';
import { DEALT_WITH, STYLES_DEALT_WITH, YOUNG_APIS, YOUNG_STYLES, type YoungFeature } from './young-features.ts';

/* Checks the files that a browser loads, built as for the product, against the oldest supported browsers. */

/** Returns the oldest supported version by browser, as the build declares it. */
async function readFloor(): Promise<Readonly<Record<string, number>>> {
  const { target } = (await resolveConfig({ configFile: 'vite.config.ts' }, 'build')).build;
  const browsers = [target || []].flat();
  return Object.fromEntries(browsers.map((it) => [/^[a-z]+/.exec(it)![0], Number(/[\d.]+$/.exec(it)![0])]));
}

const FLOOR = await readFloor();

const isYounger = ({ since }: YoungFeature): boolean =>
  Object.entries(since).some(([browser, version]) => version === null || version > FLOOR[browser]!);

/** Builds once; returns the texts of the files with this ending. */
async function built(configFile: string, ending: string): Promise<string[]> {
  const results = await build({ configFile, logLevel: 'silent', build: { write: false } });
  const [result] = Array.isArray(results) ? results : [results];
  if (result === undefined || !('output' in result)) throw new Error(`${configFile} was not built`);
  return result.output
    .filter(({ fileName }) => fileName.endsWith(ending))
    .map((file) => (file.type === 'chunk' ? file.code : String(file.source)));
}

const used = (features: readonly YoungFeature[], texts: readonly string[]): string[] =>
  features.filter((feature) => texts.some((text) => feature.used.test(text))).map(({ name }) => name);

test('R-BROW-05 the floor is what README says', () => {
  expect(FLOOR).toEqual({ chrome: 105, firefox: 140, safari: 15.4, ios: 15.4 });
});

test('R-BROW-05 the built scripts use nothing that is younger than the floor, but what is dealt with', async () => {
  const scripts = [...(await built('vite.config.ts', '.js')), ...(await built('vite.sw.config.ts', '.js'))];
  expect(used(YOUNG_APIS.filter(isYounger), scripts).toSorted()).toEqual(Object.keys(DEALT_WITH).toSorted());
  // The search finds features that are known to be used.
  expect(used(YOUNG_APIS, scripts)).toEqual(
    expect.arrayContaining(['at', 'findLast', 'navigator.locks', 'crypto.randomUUID']),
  );
});

test('R-BROW-05 the storefront’s script uses nothing that is younger, but what older-engines.ts brings', async () => {
  const scripts = await built('vite.store.config.ts', '.js');
  expect(scripts).toHaveLength(1);
  const names = used(YOUNG_APIS.filter(isYounger), scripts);
  expect(names.filter((name) => DEALT_WITH[name] !== 'domain/older-engines.ts')).toEqual([]);
});

test('R-BROW-05 the style sheets use nothing that is younger, but what changes no more than a detail', async () => {
  const sheets = [...(await built('vite.config.ts', '.css')), STORE_STYLE];
  expect(used(YOUNG_STYLES.filter(isYounger), sheets).toSorted()).toEqual(Object.keys(STYLES_DEALT_WITH).toSorted());
  // The only `dvh` is in the condition in app.css.
  expect(sheets.join('').match(/\d+dvh/g)).toEqual(['1dvh', '1dvh']);
  expect(used(YOUNG_STYLES, sheets)).toEqual(expect.arrayContaining([':focus-visible', 'inset-inline and its like']));
});
