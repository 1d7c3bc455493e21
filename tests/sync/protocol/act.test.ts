import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MINTED_ID_MIN } from '../../../domain/id.ts';
import {
  actSchema,
  createActSource,
  isMintedFrom,
  isOfSource,
  randomClientId,
  rowIdOf,
  sourceFromId,
  sourceOf,
} from '../../../sync/protocol/act.ts';
import { actFrom, mintingActFrom } from '../../../sync/protocol/derived-act.ts';
import { clientIdSchema } from '../../../sync/protocol/push.ts';

/** All ids that acts mint, as a ring: after the last one comes the first. */
const RING = 2n ** 53n - BigInt(MINTED_ID_MIN);
/**
 * The ids that a source may have minted before the next act draws a new one, and the ids that one act may still need
 * then.
 */
const DRAWN_ANEW_AFTER = 2 ** 20 - 2 ** 16;
const SOURCE_IDS_MAX = 2 ** 20;

/** The same by whole numbers of any size: where the 96 bits of a source stand among all ids. */
const startOf = (source: string): bigint => (BigInt(`0x${source}`) >> 43n) % RING;
const idAt = (place: bigint): number => MINTED_ID_MIN + Number(((place % RING) + RING) % RING);
const distance = (one: bigint, other: bigint): bigint => {
  const ahead = (((other - one) % RING) + RING) % RING;
  return ahead < RING - ahead ? ahead : RING - ahead;
};

/** Draws these numbers, one after the other, again and again. */
function randomOf(numbers: readonly number[]) {
  let draws = 0;
  return { below: (bound: number) => (numbers[draws++ % numbers.length] ?? 0) % bound };
}

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const words = fc.array(word, { minLength: 3, maxLength: 3 });
const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const source = hex(24);
const mintedId = fc.integer({ min: MINTED_ID_MIN, max: Number.MAX_SAFE_INTEGER });
const countText = (count: number): string => count.toString(16).padStart(8, '0');

/** Acts of one page, each with the ids that it minted. */
function drawn(random: { below(bound: number): number }, rowCounts: readonly number[]) {
  const acts = createActSource(random);
  return rowCounts.map((rows) =>
    acts.draw(({ act, mintId }) => ({ act, ids: Array.from({ length: rows }, () => mintId()) })),
  );
}

describe('the acts of one page', () => {
  test('SYN-2 share their source; what follows counts the ids that were minted before', () => {
    const acts = drawn(randomOf([0xffff_ffff, 1, 0x0123_4567]), [2, 0, 3, 1]);
    const shared = 'ffffffff0000000101234567';
    expect(acts.map(({ act }) => act)).toEqual(
      ['00000000', '00000002', '00000003', '00000006'].map((count) => shared + count),
    );
    // An act that minted no id is an act of its own all the same.
    expect(acts.map(({ ids }) => ids.map((id) => id - rowIdOf(shared + countText(0), 0)))).toEqual([
      [0, 1],
      [],
      [3, 4, 5],
      [6],
    ]);
  });

  test('SYN-2 property: their ids stand in a row from where the source begins, each once, from 2^33 up to 2^53', () => {
    fc.assert(
      fc.property(words, fc.array(fc.nat({ max: 12 }), { maxLength: 30 }), (numbers, rowCounts) => {
        const acts = drawn(randomOf(numbers), rowCounts);
        let place = 0;
        for (const [index, { act, ids }] of acts.entries()) {
          expect(v.is(actSchema, act)).toBe(true);
          const start = startOf(sourceOf(act)) + BigInt(place);
          expect(ids).toEqual(ids.map((_, nth) => idAt(start + BigInt(nth))));
          place += Math.max(1, rowCounts[index] ?? 0);
        }
        const ids = acts.flatMap((one) => one.ids);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(acts.map(({ act }) => act)).size).toBe(acts.length);
        for (const id of ids) expect(Number.isSafeInteger(id) && id >= MINTED_ID_MIN).toBe(true);
      }),
    );
  });

  test('SYN-2 after the last id of all comes the first', () => {
    const last = sourceFromId(Number.MAX_SAFE_INTEGER) + countText(0);
    expect([rowIdOf(last, 0), rowIdOf(last, 1), rowIdOf(last, 2)]).toEqual([
      Number.MAX_SAFE_INTEGER,
      MINTED_ID_MIN,
      MINTED_ID_MIN + 1,
    ]);
    expect(isOfSource(rowIdOf(last, 1), sourceOf(last))).toBe(true);
  });

  test('SYN-2 a source near its end is drawn anew, and an act goes on with the one that it began with', () => {
    let draws = 0;
    const acts = createActSource({ below: () => (draws += 1) });
    const mint = (rows: number) =>
      acts.draw(({ act, mintId }) => {
        let last = 0;
        for (let nth = 0; nth < rows; nth += 1) last = mintId();
        return { act, last };
      });
    const first = mint(DRAWN_ANEW_AFTER);
    const second = mint(2 ** 16);
    expect(second.act).toBe(sourceOf(first.act) + countText(DRAWN_ANEW_AFTER));
    expect(second.last - first.last).toBe(2 ** 16);
    expect(isOfSource(second.last, sourceOf(first.act))).toBe(true);
    const third = mint(1);
    expect(third.act).toBe(`000000040000000500000006${countText(0)}`);
    expect(isOfSource(third.last, sourceOf(first.act))).toBe(false);
    expect(isOfSource(third.last, sourceOf(third.act))).toBe(true);
    expect(sourceOf(mint(1).act)).toBe(sourceOf(third.act));
  });

  test('SYN-2 SYN-21d an act may have minted the ids from its first on, but none of an earlier act and none of another source', () => {
    const first = sourceFromId(Number.MAX_SAFE_INTEGER - 5) + countText(2);
    const second = sourceOf(first) + countText(3);
    expect(isMintedFrom(rowIdOf(second, 0), second)).toBe(true);
    // After the last id of all comes the first.
    expect(isMintedFrom(rowIdOf(second, 9), second)).toBe(true);
    expect(isMintedFrom(rowIdOf(first, 0), second)).toBe(false);
    expect(isMintedFrom(rowIdOf(second, 2 ** 16), second)).toBe(false);
    // An id of the server's own, such as that of an order.
    expect(isMintedFrom(950, second)).toBe(false);
  });

  test('SYN-2 two that draw their sources by chance never meet', () => {
    const pages = fc
      .sample(fc.noBias(words), { numRuns: 300, seed: 1 })
      .map((numbers) => drawn(randomOf(numbers), [5, 0, 40]));
    const ids = pages.flatMap((acts) => acts.flatMap((act) => act.ids));
    expect(new Set(ids).size).toBe(300 * 45);
    expect(new Set(pages.flatMap((acts) => acts.map(({ act }) => act))).size).toBe(300 * 3);
  });
});

describe('the source of an id', () => {
  test('SYN-2 property: what begins at an id mints it first, and knows it', () => {
    fc.assert(
      fc.property(mintedId, (id) => {
        const begun = sourceFromId(id);
        expect(v.is(actSchema, begun + countText(0))).toBe(true);
        expect(rowIdOf(begun + countText(0), 0)).toBe(id);
        expect(isOfSource(id, begun)).toBe(true);
      }),
    );
    for (const id of [MINTED_ID_MIN, MINTED_ID_MIN + 1, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER])
      expect(rowIdOf(sourceFromId(id) + countText(0), 0)).toBe(id);
  });

  test('SYN-2 property: a source knows all that it may mint, and nothing before or after that', () => {
    const place = fc.nat({ max: SOURCE_IDS_MAX - 1 });
    fc.assert(
      fc.property(source, place, fc.nat({ max: 400 }), (text, count, nth) => {
        const rows = Math.min(nth, SOURCE_IDS_MAX - 1 - count);
        expect(isOfSource(rowIdOf(text + countText(count), rows), text)).toBe(true);
        expect(isOfSource(idAt(startOf(text) - 1n - BigInt(nth)), text)).toBe(false);
        expect(isOfSource(rowIdOf(text + countText(SOURCE_IDS_MAX), nth), text)).toBe(false);
      }),
    );
  });

  test('SYN-2 property: two sources whose beginnings are that far apart share no id', () => {
    const place = fc.nat({ max: SOURCE_IDS_MAX - 1 });
    fc.assert(
      fc.property(source, source, place, (one, other, count) => {
        fc.pre(distance(startOf(one), startOf(other)) >= BigInt(SOURCE_IDS_MAX));
        expect(isOfSource(rowIdOf(one + countText(count), 0), other)).toBe(false);
      }),
    );
  });
});

describe('an act that follows from names', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');

  test('SYN-2 is the first 128 bits of their hash, in every build', () => {
    expect(actFrom('0123456789abcdef', 1, 2, 'f')).toBe(sha('0123456789abcdef/1/2/f').slice(0, 32));
    expect(actFrom('0123456789abcdef', 1, 2, 'f')).toBe('40ca7054bd28d7c859b0e3b5317e4c4f');
  });

  test('SYN-2 property: one that mints counts from its beginning; the same names give the same one, others another', () => {
    const names = fc.array(fc.oneof(fc.nat(), hex(8)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(mintingActFrom(...one)).toBe(sha(one.join('/')).slice(0, 24) + countText(0));
        expect(mintingActFrom(...one) === mintingActFrom(...other)).toBe(one.join('/') === other.join('/'));
      }),
    );
  });
});

test('SYN-2 64 drawn bits name a client', () => {
  expect(randomClientId(randomOf([0xffff_ffff, 5]))).toBe('ffffffff00000005');
  fc.assert(fc.property(word, word, (one, other) => v.is(clientIdSchema, randomClientId(randomOf([one, other])))));
});
