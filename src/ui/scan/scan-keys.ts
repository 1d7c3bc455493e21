import { checkDigit } from '../../../domain/items/barcode.ts';

/*
 * A keyboard scanner types its code into the focused element and then presses Enter or Tab. It is recognised by its
 * pace alone, in any field and in none:
 *
 *   a key after a pause ─► a new run ─ further keys, each soon after the other ─► Enter or Tab ─► a code
 *
 * A run with a pause in it (a busy phone, a bad radio link) is still one code. It is looked up as a whole or not at
 * all, because its tail may be the code of another item (X-TYPE-20).
 */

/** 'fast': no finger types so quickly. 'slow': a wireless scanner, or a very quick typist. */
export type Pace = 'fast' | 'slow';

/** The longest time between two keys of a fast scanner. A fast typist needs twice as long. */
const FAST_GAP_MAX_MS = 50;
/** The longest time between two keys of a slow scanner. */
const SLOW_GAP_MAX_MS = 100;
/** The longest pause within one code. */
const TORN_GAP_MAX_MS = 500;
const CODE_CHARS_MIN = 3;
const CODE_CHARS_MAX = 120;

export interface TypedCode {
  code: string;
  pace: Pace;
}

/** Recognises codes in a sequence of keys. Times are in ms of one clock. */
export class ScanKeys {
  #text = '';
  #pace: Pace = 'fast';
  #lastAtMs = -Infinity;

  /** Takes one character. Returns true if a new run begins with it. */
  type(character: string, atMs: number): boolean {
    const gapMs = atMs - this.#lastAtMs;
    const isTorn = gapMs <= TORN_GAP_MAX_MS && this.#text.length >= CODE_CHARS_MIN;
    const goesOn = gapMs <= SLOW_GAP_MAX_MS || isTorn;
    if (!goesOn) this.reset();
    else if (gapMs > FAST_GAP_MAX_MS) this.#pace = 'slow';
    this.#text = (this.#text + character).slice(0, CODE_CHARS_MAX);
    this.#lastAtMs = atMs;
    return !goesOn;
  }

  /** Takes Enter or Tab. Returns the code that it ends, or null if the keys were no code. */
  end(atMs: number): TypedCode | null {
    const gapMs = atMs - this.#lastAtMs;
    const code = this.#text;
    const pace: Pace = gapMs <= FAST_GAP_MAX_MS ? this.#pace : 'slow';
    const isEnded = gapMs <= (this.#pace === 'fast' ? TORN_GAP_MAX_MS : SLOW_GAP_MAX_MS);
    this.reset();
    return isEnded && code.length >= CODE_CHARS_MIN ? { code, pace } : null;
  }

  reset(): void {
    this.#text = '';
    this.#pace = 'fast';
    this.#lastAtMs = -Infinity;
  }
}

/** The kind of element that a code was typed into: a number field, another field, or none. */
export type ScanPlace = 'number' | 'text' | 'nowhere';

const GTIN = /^(\d{8}|\d{12,14})$/;
const LETTER = /\p{L}/u;

/** True for texts that no number field holds: with letters, or an article number with a right check digit. */
const looksLikeCode = (code: string): boolean =>
  LETTER.test(code) || (GTIN.test(code) && checkDigit(code.slice(0, -1)) === code.at(-1));

/**
 * True if the typed text is a scanned code and not a value for the field (X-TYPE-21). In a text field an unknown code
 * may be the word of a fast typist.
 */
export function isScan({ code, pace }: TypedCode, place: ScanPlace, isKnown: boolean): boolean {
  if (isKnown || place === 'nowhere') return true;
  return place === 'number' && (pace === 'fast' || looksLikeCode(code));
}
