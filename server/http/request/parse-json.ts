import { badRequest } from '../errors.ts';

/** Limits on the parts of a JSON text, besides the limit on its bytes. */
export interface JsonLimits {
  /** The most values: objects, lists, texts, numbers and so on. */
  valuesMax: number;
  /** The deepest nesting. */
  depthMax: number;
}

/**
 * Limits for bulk requests of devices: one value per 8 bytes of the largest push. No honest push has nearly as many.
 */
export const BULK_JSON: JsonLimits = { valuesMax: 131_072, depthMax: 40 };
/** Limits for other calls; the largest request is a form with 200 lines of ten fields. */
const FORM_JSON: JsonLimits = { valuesMax: 10_000, depthMax: 40 };

/**
 * Parses JSON from outside. Counts its values in the text first, because 1 KB of gzip can unpack into objects of 50 MB
 * (R-HOST-02).
 */
export function parseJson(text: string, limits = FORM_JSON): unknown {
  const excess = jsonExcess(text, limits);
  if (excess === 'values') throw badRequest('The request is made of too many parts.');
  if (excess === 'depth') throw badRequest('The request is nested too deeply.');
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request is not valid JSON.');
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [LIST, OBJECT] = [0x5b, 0x7b];
const [LIST_END, OBJECT_END] = [0x5d, 0x7d];

/**
 * Returns the first limit that a JSON text exceeds; null if it exceeds none. For other texts the result means nothing.
 */
export function jsonExcess(text: string, { valuesMax, depthMax }: JsonLimits): 'values' | 'depth' | null {
  // Each opening bracket begins a value; each comma separates two values.
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === LIST || code === OBJECT) {
      values += 1;
      depth += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (values > valuesMax) return 'values';
    if (depth > depthMax) return 'depth';
  }
  return null;
}

/** Returns the index of the quote that closes the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
