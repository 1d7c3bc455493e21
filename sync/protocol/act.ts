import * as v from 'valibot';
import { MINTED_ID_MIN } from '../../domain/id.ts';

/*
 * The id of an act: 128 bits as 32 hexadecimal digits. 96 random bits are the source, generated once by each maker of
 * acts (a page, a worker, a request to the server). The other 32 bits count the row ids that the source has minted so
 * far (SYN-2).
 *
 * The ids of an act's rows follow from the act's id. The source gives a start among all ids, and the rows of one source
 * have consecutive ids from there. So the ids of two sources hardly ever meet, and the acts of one session of a device
 * need few bytes on the wire (decisions/0055).
 */

export const actSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** The first digits of an act's id name its source; the rest is a counter. */
export const SOURCE_DIGITS = 24;
/** The number of ids that an act may mint: from MINTED_ID_MIN to 2^53 - 1. */
const MINTED_IDS = 2 ** 53 - MINTED_ID_MIN;
const COUNT_DIGITS = 8;
/**
 * A source has at most this many ids. A source with fewer than SOURCE_IDS_LEFT left is replaced by a new one; an act
 * has far fewer rows than that.
 */
const SOURCE_IDS_MAX = 2 ** 20;
const SOURCE_IDS_LEFT = 2 ** 16;

/** A whole number from 0 up to, but not including, the bound. */
type Random = { below(bound: number): number };

export interface OpenAct {
  readonly act: string;
  /** Returns a fresh id for the next row of this act. */
  mintId(): number;
}

/**
 * Makes acts. It must never be stored on disk: a copied browser profile must not go on with the source of the other
 * copy.
 */
export interface ActSource {
  /** Makes one act. All ids that `build` mints belong to this act. */
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

/** Returns the id of an act's row, by its number among the act's rows. */
export function rowIdOf(act: string, nth: number): number {
  const start = startOf(act);
  const offset = Number.parseInt(act.slice(SOURCE_DIGITS), 16) + nth;
  const left = MINTED_IDS - start;
  return MINTED_ID_MIN + (offset < left ? start + offset : offset - left);
}

export const sourceOf = (act: string): string => act.slice(0, SOURCE_DIGITS);

/**
 * True if the act may have minted the id: it is among the first ids from those of the act on, of which an act needs far
 * fewer. Later acts of the same source may have minted it too.
 */
export function isMintedFrom(id: number, act: string): boolean {
  const distance = id - rowIdOf(act, 0);
  return id >= MINTED_ID_MIN && (distance < 0 ? distance + MINTED_IDS : distance) < SOURCE_IDS_LEFT;
}

/** True if an act of this source minted the id. */
export function isOfSource(id: number, source: string): boolean {
  const distance = id - MINTED_ID_MIN - startOf(source);
  return (distance < 0 ? distance + MINTED_IDS : distance) < SOURCE_IDS_MAX;
}

/**
 * Returns where a source begins among all ids. It uses 53 bits of the source: 13 digits (52 bits) and the first bit of
 * the next digit.
 */
function startOf(source: string): number {
  const bits = Number.parseInt(source.slice(0, 13), 16) * 2 + (Number.parseInt(source.charAt(13), 16) >>> 3);
  return bits % MINTED_IDS;
}

/** Returns the source that begins at this id. */
export function sourceFromId(id: number): string {
  const distance = id - MINTED_ID_MIN;
  const bits = distance < 0 ? distance + MINTED_IDS : distance;
  const [high, low] = [Math.floor(bits / 2), bits % 2];
  return (high.toString(16).padStart(13, '0') + (low === 1 ? '8' : '0')).padEnd(SOURCE_DIGITS, '0');
}

/** Returns a new client id. 64 random bits are enough to be unique for ever. */
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
