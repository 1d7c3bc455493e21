import * as v from 'valibot';
import { MINTED_ID_MIN } from '../../domain/id.ts';

/*
 * The id of an act, 128 bits as 32 hexadecimal digits: 96 bits of chance, drawn once by whatever makes acts (a page, a
 * worker, a request to the server), and 32 bits that count the row ids which it has minted so far (SYN-2).
 *
 * The ids of an act's rows follow from it: the 96 bits name a place among all ids, and the rows of one source stand in
 * a row from there. So two sources hardly ever meet, and what a phone brought in one sitting takes few bytes on the
 * wire (decisions/0055).
 */

export const actSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** The first digits of an act's id name its source; the rest is a counter. */
export const SOURCE_DIGITS = 24;
/** Ids that an act may mint: from MINTED_ID_MIN to 2^53 - 1. */
const MINTED_IDS = 2 ** 53 - MINTED_ID_MIN;
const COUNT_DIGITS = 8;
/** Ids of one source at most: one near its end is drawn anew. An act has far fewer rows than what is left then. */
const SOURCE_IDS_MAX = 2 ** 20;
const SOURCE_IDS_LEFT = 2 ** 16;

/** A whole number from 0 up to, but not including, the bound. */
type Random = { below(bound: number): number };

export interface OpenAct {
  readonly act: string;
  /** A fresh id for the next row of this act. */
  mintId(): number;
}

/** Draws acts. Never kept on the disk: a copied profile must not go on with the source of the other copy. */
export interface ActSource {
  /** Everything that `build` mints belongs to the act that it is given. */
  draw<T>(build: (open: OpenAct) => T): T;
}

export function createActSource(random: Random): ActSource {
  let source = randomDigits(random, SOURCE_DIGITS);
  let count = 0;
  return {
    draw(build) {
      if (count > SOURCE_IDS_MAX - SOURCE_IDS_LEFT) [source, count] = [randomDigits(random, SOURCE_DIGITS), 0];
      const act = source + count.toString(16).padStart(COUNT_DIGITS, '0');
      let minted = 0;
      const built = build({ act, mintId: () => rowIdOf(act, minted++) });
      count += Math.max(1, minted);
      return built;
    },
  };
}

/** The id of an act's row, by its number among the act's rows. */
export function rowIdOf(act: string, nth: number): number {
  const start = startOf(act);
  const offset = Number.parseInt(act.slice(SOURCE_DIGITS), 16) + nth;
  const left = MINTED_IDS - start;
  return MINTED_ID_MIN + (offset < left ? start + offset : offset - left);
}

export const sourceOf = (act: string): string => act.slice(0, SOURCE_DIGITS);

/** True when an act of this source minted the id. */
export function isOfSource(id: number, source: string): boolean {
  const distance = id - MINTED_ID_MIN - startOf(source);
  return (distance < 0 ? distance + MINTED_IDS : distance) < SOURCE_IDS_MAX;
}

/** Where a source begins among all ids: 53 of its bits, 52 in 13 digits and the first of the next one. */
function startOf(source: string): number {
  const bits = Number.parseInt(source.slice(0, 13), 16) * 2 + (Number.parseInt(source.charAt(13), 16) >>> 3);
  return bits % MINTED_IDS;
}

/** The source that begins at this id. */
export function sourceFromId(id: number): string {
  const distance = id - MINTED_ID_MIN;
  const bits = distance < 0 ? distance + MINTED_IDS : distance;
  const [high, low] = [Math.floor(bits / 2), bits % 2];
  return (high.toString(16).padStart(13, '0') + (low === 1 ? '8' : '0')).padEnd(SOURCE_DIGITS, '0');
}

/** 64 random bits name a client for ever. */
export const randomClientId = (random: Random): string => randomDigits(random, 16);

function randomDigits(random: Random, count: number): string {
  let digits = '';
  while (digits.length < count)
    digits += random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return digits.slice(0, count);
}
