import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * With a rule such as `:root:has(.x) .y`, or a property of the document that depends on `:has()`, the browser restyles
 * every element whenever one is added or removed: ten milliseconds of a tap on a slow phone, several times
 * (docs/measures.md, P1). An attribute on the document restyles only the elements of its own rules. Rules for printing
 * may use `:has()`.
 */

const OF_DOCUMENT = String.raw`(?::root|html|body)[^\s,{>+~]*:has\((?:[^()]|\([^()]*\))*\)`;
const STYLES_WITHIN = new RegExp(`${OF_DOCUMENT}\\s*[>+~]?\\s*[^\\s,{>+~]`);
const SETS_PROPERTY = new RegExp(`${OF_DOCUMENT}\\s*(?:,[^{]*)?{[^}]*(?<![\\w-])--[\\w-]+\\s*:`);

const onScreen = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/@media print\s*{(?:[^{}]|{[^{}]*})*}/g, '');

const offends = (css: string): boolean => STYLES_WITHIN.test(onScreen(css)) || SETS_PROPERTY.test(onScreen(css));

test('no style of a screen makes the browser style the whole document again', () => {
  const files = globSync('src/**/*.css');
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => offends(readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  [':root:has(.k-toast) .k-payment-parts { padding: 0 }', true],
  ['body:has(> .k-sheet) > :not(.k-sheet) { display: none }', true],
  [':root:has(.k-finished) { --k-toast-bottom: 4rem }', true],
  ['html:has(.k-bar:not(.k-low)) main { color: red }', true],
  ['html:has(.k-bar) { scroll-padding-bottom: 4rem }', false],
  ['html,\nhtml:has(.k-bar) { scroll-padding-bottom: var(--k-bottom-bar) }', false],
  [':root[data-toast] .k-payment-parts { padding: 0 }', false],
  ['.k-card:has(.k-open) .k-part { color: red }', false],
  ['@media print { body:has(.k-report) .k-main { padding: 0 } }', false],
])('and %j is told from what does', (css, isOffence) => {
  expect(offends(css)).toBe(isOffence);
});
