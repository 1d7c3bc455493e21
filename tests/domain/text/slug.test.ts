import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { nextFreeSlug, RESERVED_SLUGS, SLUG_CHARS_MAX, slugFromName, slugSchema } from '../../../domain/text/slug.ts';
import { paths } from '../../../src/parts/paths.ts';
import { firstSentence } from '../first-sentences.ts';

// The first segments of the app's addresses, and the server's other paths.
const TAKEN_BY_KAUNTA = [
  ...new Set(Object.values(paths).flatMap((path) => path.split('/').slice(1, 2))),
  ...['api', 'assets', 'sw', 'sw.js', 'healthz', 'readyz', 'uploads'],
].filter((word) => word !== '');

describe('the slug of a name', () => {
  test.each([
    ['Mama Áma & Sons', 'mama-ama-sons'],
    ["  Okello's   Hardware!! ", 'okellos-hardware'],
    ['DUKA 2000', 'duka-2000'],
    ['ሱቅ', 'my-shop'],
    ['X', 'my-shop-x'],
  ])('C-134 %j is %s', (name, slug) => {
    expect(slugFromName(name)).toBe(slug);
  });

  test('C-134 property: whatever the name, it is a valid slug but for reserved words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const sentence = firstSentence(slugSchema, slugFromName(name));
        expect([undefined, 'This link name is reserved']).toContain(sentence);
      }),
    );
  });
});

describe('a free slug', () => {
  test('C-023 a taken one gets -2, then -3', () => {
    expect(nextFreeSlug('duka', () => false)).toBe('duka');
    expect(nextFreeSlug('duka', (slug) => slug === 'duka')).toBe('duka-2');
    expect(nextFreeSlug('duka', (slug) => ['duka', 'duka-2'].includes(slug))).toBe('duka-3');
  });

  test('C-023 a shop called Sales or Api does not hide a screen', () => {
    expect(nextFreeSlug(slugFromName('Sales'), () => false)).toBe('sales-2');
    expect(nextFreeSlug(slugFromName('API'), () => false)).toBe('api-2');
  });

  test('C-023 a long one is cut to leave room for its number', () => {
    const slug = nextFreeSlug('a'.repeat(SLUG_CHARS_MAX), (taken) => !taken.endsWith('-12'));
    expect(slug).toBe(`${'a'.repeat(SLUG_CHARS_MAX - 3)}-12`);
  });

  test('C-023 property: shops of any names get slugs that are valid and all different', () => {
    const name = fc.oneof(fc.constantFrom('Sales', 'Duka', 'duka 2', 'DUKA!', 'ሱቅ'), fc.string({ maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (names) => {
        const slugs = new Set<string>();
        for (const each of names) {
          const slug = nextFreeSlug(slugFromName(each), (taken) => slugs.has(taken));
          expect(v.is(slugSchema, slug)).toBe(true);
          slugs.add(slug);
        }
        expect(slugs.size).toBe(names.length);
      }),
    );
  });
});

describe('a typed slug', () => {
  test('C-023 every address of the app is among the reserved words, the counter’s too', () => {
    expect(TAKEN_BY_KAUNTA).toEqual(expect.arrayContaining(['counter', 'settings', 'forgot-pin', 'payment-methods']));
  });

  test.each(TAKEN_BY_KAUNTA)('C-023 %s is reserved', (word) => {
    expect(RESERVED_SLUGS.has(word)).toBe(true);
    const isSpelledAsSlug = /^[a-z0-9-]+$/.test(word);
    if (isSpelledAsSlug) expect(firstSentence(slugSchema, word)).toBe('This link name is reserved');
  });

  test('R-BIZ-20 under 2 characters is rejected', () => {
    expect(firstSentence(slugSchema, 'a')).toBe('Link name must be at least 2 characters');
    expect(firstSentence(slugSchema, 'ab')).toBeUndefined();
  });

  test('R-BIZ-21 anything but lowercase letters, digits and hyphens is rejected', () => {
    for (const slug of ['My-shop', 'my shop', 'my_shop', 'my.shop', 'dúka', 'a/b']) {
      expect(firstSentence(slugSchema, slug)).toBe('Link name can contain only lowercase letters, digits and hyphens');
    }
    expect(firstSentence(slugSchema, 'mama-ama-2')).toBeUndefined();
  });

  test('R-BIZ-21 has a limit', () => {
    expect(firstSentence(slugSchema, 'a'.repeat(SLUG_CHARS_MAX + 1))).toBe('Link name must be 50 characters or less');
  });
});
