import { gzipSync } from 'node:zlib';
import { BULK_JSON, jsonExcess } from '../../../server/http/request/parse-json.ts';

/** A request meant to cost the server as much as possible, with at most 256 KiB on the wire. */
export interface HostileShape {
  /** A description for the report of a failure. */
  what: string;
  headers: Record<string, string>;
  /** The query with its question mark; '' for none. */
  query: string;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** The kinds of body that a call reads. */
export type BodyKind = 'json' | 'packed' | 'multipart' | 'urlencoded' | 'none';

const WIRE_BYTES_MAX = 256 * 1024;
const SHAPES_PER_CALL = 200;
/** The limit of headers and addresses: Node itself refuses more than 16 KiB. */
const HEAD_CHARS = 14_000;
const SIZES = [1, 2, 8, 32, 128] as const;

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
/** Repeats a text as often as it fits into so many characters. */
const fill = (part: string, chars: number): string => part.repeat(Math.max(1, Math.floor(chars / part.length)));
const numbered = (chars: number, part: (index: number) => string): string => {
  const parts: string[] = [];
  for (let index = 0, length = 0; length < chars; index += 1) {
    const next = part(index);
    length += next.length + 1;
    parts.push(next);
  }
  return parts.join(',');
};

const MEMBERS = [
  '{}',
  '[]',
  '0',
  '""',
  'null',
  '{"a":0}',
  '[[]]',
  '1e999',
  '{"__proto__":{}}',
  '-0.0000001',
  '"\\ud800"',
];
const TEXTS = [
  'x',
  '0',
  ' ',
  '\\u0000',
  'a@',
  'a.',
  '-',
  '+7',
  '\\"',
  '\u00e9',
  '\u{1f4a5}',
  '%25',
  '/',
  '1e',
  '\\\\',
  '07 ',
];

/** Values that are large in one way each, as JSON of about so many characters. */
const VALUES: readonly (readonly [string, (chars: number) => string])[] = [
  ...MEMBERS.map(
    (member) => [`a list of ${member}`, (chars: number) => `[${fill(`${member},`, chars)}${member}]`] as const,
  ),
  ...TEXTS.map((text) => [`a text of ${text}`, (chars: number) => `"${fill(text, chars)}"`] as const),
  ['a list of objects that have no name in common', (chars) => `[${numbered(chars, (nth) => `{"k${nth}":0}`)}]`],
  ['an object of many names', (chars) => `{${numbered(chars, (nth) => `"k${nth}":0`)}}`],
  ['an object of numbers as names', (chars) => `{${numbered(chars, (nth) => `"${nth * 30_011}":0`)}}`],
  ['an object of one name, repeated', (chars) => `{${fill('"a":{},', chars)}"a":0}`],
  ['an object of __proto__, repeated', (chars) => `{${fill('"__proto__":{"a":1},', chars)}"a":0}`],
  ['an object of one long name', (chars) => `{"${fill('n', chars)}":0}`],
  ['a deep list', (chars) => `${'['.repeat(chars / 2)}${']'.repeat(chars / 2)}`],
  ['a deep object', (chars) => `${'{"a":'.repeat(chars / 6)}0${'}'.repeat(chars / 6)}`],
  ['lists as deep as may be, side by side', (chars) => `[${fill(`${'['.repeat(35)}${']'.repeat(35)},`, chars)}0]`],
  ['a long number', (chars) => fill('1', chars)],
  ['a long fraction', (chars) => `0.${fill('0', chars)}1`],
  ['a long exponent', (chars) => `1e${fill('9', chars)}`],
];

/** JSON bodies: each value as the whole body, and as each of the first fields of a valid body. */
function* jsonTexts(valid: Record<string, unknown>, charsMax: number): Generator<[string, string]> {
  const fields = Object.keys(valid);
  for (const [round, share] of SIZES.entries())
    for (const [index, [what, make]] of VALUES.entries()) {
      const chars = Math.floor((charsMax - 4_000) / share);
      const value = make(chars);
      const field = fields[(index + round) % Math.max(1, fields.length)];
      const list = fields.find((name) => Array.isArray(valid[name]));
      yield [`${what}, ${chars} characters, as the whole`, value];
      if (field !== undefined) yield [`${what}, ${chars} characters, as ${field}`, withField(valid, field, value)];
      if (list !== undefined) yield [`${what}, ${chars} characters, as ${list}`, withField(valid, list, value)];
    }
}

function withField(valid: Record<string, unknown>, field: string, value: string): string {
  const { [field]: _replaced, ...rest } = valid;
  return `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"${field}":${value}}`;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PACKED = { ...JSON_TYPE, 'content-encoding': 'gzip' };
const PLAIN: Omit<HostileShape, 'what'> = { headers: {}, query: '', bytes: null };

function* jsonShapes(valid: Record<string, unknown>): Generator<HostileShape> {
  for (const [what, text] of jsonTexts(valid, WIRE_BYTES_MAX)) {
    const bytes = utf8(text);
    if (bytes.length <= WIRE_BYTES_MAX) yield { ...PLAIN, what, headers: JSON_TYPE, bytes };
  }
}

let bombs: Uint8Array[] | undefined;

/** Compressed bodies. */
function* packedShapes(valid: Record<string, unknown>): Generator<HostileShape> {
  const packed = (what: string, bytes: Uint8Array): HostileShape => ({
    ...{ ...PLAIN, what: `packed: ${what}`, headers: PACKED, bytes: new Uint8Array(bytes) },
  });
  const member = gzipSync('');
  bombs ??= [gzipSync(Buffer.alloc(128 * 1024 * 1024, ' ')), gzipSync(`[${'{},'.repeat(20_000_000)}0]`)];
  for (const bomb of bombs) yield packed('a bomb', bomb);
  yield packed(
    'empty members',
    Buffer.concat(Array.from({ length: Math.floor(WIRE_BYTES_MAX / member.length) }, () => member)),
  );
  yield packed('nothing but its end', member.subarray(-8));
  yield packed('bytes that are no gzip', Buffer.alloc(WIRE_BYTES_MAX, 0x1f));
  for (const [what, text] of jsonTexts(valid, 4 * WIRE_BYTES_MAX)) {
    const bytes = gzipSync(text, { level: 1 });
    if (bytes.length <= WIRE_BYTES_MAX) yield packed(what, bytes);
  }
}

function* multipartShapes(): Generator<HostileShape> {
  const form = (what: string, text: string, boundary = 'xYz'): HostileShape => ({
    ...{ ...PLAIN, what: `form: ${what}`, bytes: utf8(text.slice(0, WIRE_BYTES_MAX)) },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const part = (name: string, value = '1') =>
    `--xYz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const END = '--xYz--\r\n';
  for (const share of SIZES) {
    const chars = WIRE_BYTES_MAX / share - 1_000;
    yield form(`many parts, ${chars}`, `${fill(part('a'), chars)}${END}`);
    yield form(`parts without an end, ${chars}`, fill(part('a'), chars));
    yield form(`starts of a boundary, ${chars}`, `${part('name', fill('\r\n--xY', chars))}${END}`);
    yield form(`a long name, ${chars}`, `${part(fill('n', chars))}${END}`);
    yield form(`a long value, ${chars}`, `${part('name', fill('\u00e9', chars / 2))}${END}`);
    yield form(`a long header, ${chars}`, `--xYz\r\nX-${fill('h', chars)}: 1\r\n\r\n1\r\n${END}`);
    yield form(`many headers, ${chars}`, `--xYz\r\n${fill('X-A: 1\r\n', chars)}\r\n1\r\n${END}`);
    yield form(`additional fields, ${chars}`, `${fill(part('customFields[a]'), Math.min(chars, 12_000))}${END}`);
    yield form(
      `additional fields as JSON, ${chars}`,
      `${part('customFields', `{${fill('"a":"b",', chars)}"c":"d"}`)}${END}`,
    );
    yield form(`images that stay, ${chars}`, `${part('existingImages', `[${fill('{},', chars)}{}]`)}${END}`);
    yield form(`a boundary of blanks, ${chars}`, fill('-- ', chars), '" "');
  }
}

function* urlencodedShapes(): Generator<HostileShape> {
  const form = (what: string, text: string): HostileShape => ({
    ...{ ...PLAIN, what: `page: ${what}`, bytes: utf8(text.slice(0, WIRE_BYTES_MAX)) },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  for (const chars of [WIRE_BYTES_MAX, 32_000, 8_000, 1_000])
    for (const part of ['a&', 'a=1&', 'q1=1&', 'b=1.1-&', '%25', '%F0%9F%92%A5', '%00', '+', '=', '&', 'name=%'])
      for (const start of ['', 'view=basket&', 'view=shelf&b=', 'name=', 'notes=', 'b=1.1-', 'key='])
        yield form(`${start}${part}, ${chars}`, start + fill(part, chars));
  yield form('a basket without end', `b=${numbered(31_000, (nth) => `${nth}.100`).replaceAll(',', '-')}`);
}

/** Requests without a body: addresses and headers. */
function* headShapes(): Generator<HostileShape> {
  for (const chars of [HEAD_CHARS, 4_000, 1_000])
    for (const [what, text] of [
      ['blanks', fill('%20', chars)],
      ['percents', fill('%25', chars)],
      ['broken percents', fill('%', chars)],
      ['zeros', fill('%00', chars)],
      ['digits', fill('9', chars)],
      ['brackets', fill('[', chars)],
      ['accents', fill('%C3%A9', chars)],
      ['wildcards', fill('%25_', chars)],
      ['letters', fill('x', chars)],
    ] as const)
      for (const name of ['q', 'limit', 'page', 'status', 'cookie', 'device', 'older', 'search', 'b', 'order'])
        yield { ...PLAIN, what: `?${name} of ${chars} ${what}`, query: `?${name}=${text}` };
  for (const part of ['a=1&', 'q=1&', '&', 'limit=1&limit=2&', 'a[]=1&', '__proto__=1&', 'q%5B%5D=1&'])
    yield { ...PLAIN, what: `a query of ${part}`, query: `?${fill(part, HEAD_CHARS)}` };
  for (const [name, part] of [
    ['cookie', 'a=1; '],
    ['cookie', 'kaunta_session=x; '],
    ['cookie', '%'],
    ['cookie', '="'],
    ['x-forwarded-for', '1.1.1.1,'],
    ['x-forwarded-for', '[::1]:1, '],
    ['forwarded', 'for="[::1]:1";'],
    ['accept-encoding', ';q=0.0,'],
    ['accept-encoding', '; '],
    ['accept-language', 'a;q=0.1,'],
    ['idempotency-key', 'k'],
    ['x-user-id', '9'],
    ['user-agent', '\u00e9'],
    ['if-none-match', '"a",'],
    ['range', 'bytes=0-1,'],
    ['origin', 'http://a.'],
    ['x-forwarded-host', 'a:'],
    ['content-type', 'application/json;charset=utf-8;'],
  ] as const)
    yield { ...PLAIN, what: `a header ${name} of ${part}`, headers: { [name]: fill(part, HEAD_CHARS).trim() } };
}

/** Complete bodies with correct hashes and one odd value deep inside. */
function* insideShapes(inside: Inside): Generator<HostileShape> {
  for (const share of SIZES)
    for (const [what, make] of VALUES) {
      const text = make(Math.floor((4 * WIRE_BYTES_MAX - 8_000) / share));
      if (jsonExcess(text, BULK_JSON) !== null) continue;
      for (const [place, body] of inside(JSON.parse(text))) {
        const bytes = gzipSync(JSON.stringify(body), { level: 1 });
        if (bytes.length <= WIRE_BYTES_MAX)
          yield { ...PLAIN, what: `${what} as ${place}`, headers: PACKED, bytes: new Uint8Array(bytes) };
      }
    }
}

/** Returns bodies with this value inside, by its place. */
export type Inside = (value: unknown) => readonly (readonly [place: string, body: object])[];

/** A call to be made in hostile ways. */
export interface HostileCall {
  /** 'POST /api/v1/items'. */
  line: string;
  kinds: ReadonlySet<BodyKind>;
  /** A valid body; {} if the call takes none. */
  valid(): Record<string, unknown>;
  inside?: Inside;
}

/**
 * Returns so many requests for one call: in turn with hostile bodies, addresses and headers, as far as it reads them.
 */
export function* hostileShapes({ kinds, valid, inside }: HostileCall): Generator<HostileShape> {
  const sorts: Iterator<HostileShape>[] = [
    ...(inside ? [insideShapes(inside)] : []),
    ...(kinds.has('packed') ? [packedShapes(valid())] : []),
    ...(kinds.has('json') ? [jsonShapes(valid())] : []),
    ...(kinds.has('multipart') ? [multipartShapes()] : []),
    ...(kinds.has('urlencoded') ? [urlencodedShapes()] : []),
    headShapes(),
  ];
  let left = SHAPES_PER_CALL;
  while (sorts.length > 0)
    for (const sort of [...sorts]) {
      const next = sort.next();
      if (next.done === true) sorts.splice(sorts.indexOf(sort), 1);
      else if (left === 0) return;
      else {
        left -= 1;
        yield next.value;
      }
    }
}
