import { assert } from '../../domain/assert.ts';

/*
 * Rows of one table, written column by column. The values of one field are much more alike than the fields of one row,
 * so a page of a shop's sales compresses to a fraction of its size: ids and times become small differences, names and
 * states become indexes into a dictionary, and a value that is the same in every row is written once.
 *
 *   ['=', value]             the same value in every row
 *   ['#', first, d, d …]     integers, each as the difference to the one before
 *   ['"', names, indexes]    texts, by their index in a dictionary
 *   ['?', mask, column]      null if the mask has 0, else the column's next value
 *   ['-', mask, column]      absent if the mask has 0 (a field that the row does not have)
 *   ['{', {field: column}]   objects
 *   ['[', lengths, column]   arrays: their lengths, and all their members in one column
 *   ['.', values]            anything else, unchanged
 */
export type Column = readonly [string, ...unknown[]];

const DICTIONARY_MAX_SHARE = 0.7;
const FIELDS_MAX = 80;

type Json = unknown;
type JsonObject = Record<string, Json>;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEvery = <T>(values: readonly Json[], test: (value: Json) => value is T): values is readonly T[] =>
  values.every(test);
const isString = (value: Json): value is string => typeof value === 'string';
const isArray = (value: Json): value is Json[] => Array.isArray(value);
const isInteger = (value: Json): value is number => Number.isSafeInteger(value) && !Object.is(value, -0);

/** Packs one value per row. `decodeColumn` returns equal values, but the order of objects' keys may differ. */
export function encodeColumn(values: readonly Json[]): Column {
  const [first] = values;
  if (values.every((value) => value === first) && !isObject(first) && !isArray(first))
    return ['=', first ?? null, first === undefined ? 0 : 1];
  if (values.includes(undefined)) return masked('-', values, undefined);
  if (values.includes(null)) return masked('?', values, null);
  if (isEvery(values, isInteger)) return integers(values);
  if (isEvery(values, isString)) return texts(values);
  if (isEvery(values, isArray))
    return ['[', encodeColumn(values.map((value) => value.length)), encodeColumn(values.flat(1))];
  if (isEvery(values, isObject)) return objects(values);
  return ['.', values];
}

/** Returns the `count` values that `encodeColumn` packed. Throws if the column was not written by `encodeColumn`. */
export function decodeColumn(column: Column, count: number): Json[] {
  const [kind, a, b] = column;
  switch (kind) {
    case '=':
      return Array.from({ length: count }, () => (b === 0 ? undefined : a));
    case '#':
      return runningSums(column.slice(1), count);
    case '"': {
      assert(isArray(a) && isArray(b) && b.length === count, 'A dictionary has a place for each row');
      return b.map((index) => {
        assert(typeof index === 'number' && isString(a[index]), 'A place of a dictionary names a text');
        return a[index];
      });
    }
    case '?':
      return unmasked(a, b, count, null);
    case '-':
      return unmasked(a, b, count, undefined);
    case '{':
      return objectsOf(a, count);
    case '[':
      return arraysOf(a, b, count);
    case '.':
      assert(isArray(a) && a.length === count, 'A plain column has a value for each row');
      return a;
    default:
      throw new Error(`No column is written as ${kind}`);
  }
}

function masked(kind: '?' | '-', values: readonly Json[], hole: null | undefined): Column {
  const mask = values.map((value) => (value === hole ? '0' : '1')).join('');
  return [kind, mask, encodeColumn(values.filter((value) => value !== hole))];
}

function unmasked(mask: Json, column: Json, count: number, hole: null | undefined): Json[] {
  assert(isString(mask) && mask.length === count, 'A mask has a mark for each row');
  const marks = [...mask];
  const present = decodeColumn(asColumn(column), marks.filter((mark) => mark === '1').length);
  let next = 0;
  return marks.map((mark) => (mark === '1' ? present[next++] : hole));
}

function integers(values: readonly number[]): Column {
  const differences = values.map((value, index) => value - (values[index - 1] ?? 0));
  return differences.every(isInteger) ? ['#', ...differences] : ['.', values];
}

function runningSums(differences: readonly Json[], count: number): number[] {
  assert(differences.length === count, 'A column of integers has one for each row');
  let sum = 0;
  return differences.map((difference) => {
    assert(typeof difference === 'number', 'A difference is a number');
    sum += difference;
    return sum;
  });
}

function texts(values: readonly string[]): Column {
  const places = new Map<string, number>();
  for (const value of values) if (!places.has(value)) places.set(value, places.size);
  if (places.size > values.length * DICTIONARY_MAX_SHARE) return ['.', values];
  return ['"', [...places.keys()], values.map((value) => places.get(value))];
}

function objects(values: readonly JsonObject[]): Column {
  const fields = new Set(values.flatMap((value) => Object.keys(value)));
  if (fields.size > FIELDS_MAX) return ['.', values];
  // A list of pairs, not an object, because a field may have any name, even '__proto__'.
  return [
    '{',
    [...fields].map((field) => [
      field,
      encodeColumn(values.map((value) => (Object.hasOwn(value, field) ? value[field] : undefined))),
    ]),
  ];
}

function objectsOf(pairs: Json, count: number): JsonObject[] {
  assert(isArray(pairs), 'Objects are written as a list of fields');
  const columns = pairs.map((pair): [string, Json[]] => {
    assert(isArray(pair) && isString(pair[0]), 'A field has a name and a column');
    return [pair[0], decodeColumn(asColumn(pair[1]), count)];
  });
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      columns.filter(([, column]) => column[row] !== undefined).map(([field, column]) => [field, column[row]]),
    ),
  );
}

function arraysOf(lengths: Json, members: Json, count: number): Json[][] {
  const sizes = decodeColumn(asColumn(lengths), count).map((size) => {
    assert(isInteger(size) && size >= 0, 'The length of an array is a count');
    return size;
  });
  const all = decodeColumn(
    asColumn(members),
    sizes.reduce((sum, size) => sum + size, 0),
  );
  let from = 0;
  return sizes.map((size) => all.slice(from, (from += size)));
}

function asColumn(value: Json): Column {
  assert(isArray(value) && isString(value[0]), 'A column begins with its kind');
  return value as unknown as Column;
}
