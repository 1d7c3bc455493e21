/** Parses the text that PostgreSQL sends for a value of one type. */
export type Parse = (text: string) => unknown;

/** Parses an int8 as a number. The schema holds nothing beyond 2^53, so a larger value is a bug; throws. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database answered an integer beyond 2^53: ${text}`);
  return value;
}

/** Parses an int8[] of one dimension. */
const parseInt8Array = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((member) => (member === 'NULL' ? null : parseInt8(member)));

const INT8 = 20;
const INT8_ARRAY = 1016;
/** numeric, date, time, timestamp, timestamptz, interval: the two drivers parse them differently, so they stay text. */
const KEPT_AS_TEXT = [1700, 1082, 1083, 1114, 1184, 1186];

/** Parsers by PostgreSQL's number of the type, for the types that the two drivers parse differently. */
export const VALUE_PARSERS: ReadonlyMap<number, Parse> = new Map([
  [INT8, parseInt8],
  [INT8_ARRAY, parseInt8Array],
  ...KEPT_AS_TEXT.map((type): [number, Parse] => [type, (text) => text]),
]);
