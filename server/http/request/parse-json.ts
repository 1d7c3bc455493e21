import { badRequest } from '../errors.ts';

/** How much a JSON text may be made of, whatever its length in bytes. */
export interface JsonLimits {
  /** Objects, lists, texts, numbers and so on, all counted. */
  valuesMax: number;
  /** How far they may stand within each other. */
  depthMax: number;
}

/** For bulk requests of devices: one value per 8 bytes of the largest push, far more than any honest push has. */
export const BULK_JSON: JsonLimits = { valuesMax: 131_072, depthMax: 40 };
/** A form; the largest has 200 lines of ten fields. */
const FORM_JSON: JsonLimits = { valuesMax: 10_000, depthMax: 40 };

/**
 * Parses JSON that came from outside. Its values are counted in the text first, because 1 KB of gzip can unpack into
 * objects that take 50 MB (R-HOST-02).
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

/** The first limit that a JSON text exceeds; null when it exceeds none. For other texts the result means nothing. */
export function jsonExcess(text: string, { valuesMax, depthMax }: JsonLimits): 'values' | 'depth' | null {
  // Each opening bracket begins a value, and may hold one; each comma parts two.
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

/** Where the string that begins at `from` ends. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
