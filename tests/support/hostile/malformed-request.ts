import fc from 'fast-check';
import type { ApiDescription, Operation } from '../server/api-description.ts';
import { type FullShop, NOBODYS_ID } from '../server/full-shop.ts';
import { validBodies } from '../server/valid-requests.ts';

/** A request that no correct client sends. */
export interface MalformedRequest {
  /** A description of its fault, for the report of a failure. */
  fault: string;
  line: string;
  headers: Record<string, string>;
  bytes?: Uint8Array<ArrayBuffer>;
  token: string | undefined;
  /** False if the call reads nothing that could be malformed: it may succeed, but must change nothing. */
  mustBeRefused: boolean;
}

/** Texts that exploit careless code (SQL, HTML), or are hard to parse, store or compare. */
export const HOSTILE_TEXTS = [
  ...["'; drop table sale; --", "' or '1'='1", '"; delete from app_user where true; --', "\\'; select pg_sleep(9); --"],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '<!--', '{{7*7}}', '${7*7}', '%s%n%x', '%'],
  ...[
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '\0',
    '\ud800',
    '\u202eevil',
    '\ufeff',
    '💥'.repeat(30),
    '١٢',
    'NaN',
  ],
];

/** Values that are hard to parse, store or count; each may replace any field. */
export const wrongValue = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS, '', ' ', 'x'.repeat(20_000)),
  fc.constantFrom<unknown>(
    0,
    -0,
    -1,
    0.001,
    1e21,
    -1e21,
    2 ** 53,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    true,
    false,
    null,
  ),
  fc.constantFrom<unknown>([], {}, [[[]]], [null], { toString: 'no' }, { length: -1 }, Array(500).fill(0)),
  fc.jsonValue({ maxDepth: 2 }),
);

interface Draw {
  operation: Operation;
  kind: number;
  /** Chooses one of the possible faults: from 0 up to 1. */
  at: number;
  values: readonly unknown[];
  text: string;
}

/** Generates malformed requests, the same ones for the same seed. */
export function* malformedRequests(
  api: ApiDescription,
  shop: FullShop,
  seed: number,
  count: number,
): Generator<MalformedRequest> {
  const operations = api.operations.filter(({ name }) => name !== 'GET /events');
  const draws = fc.record({
    operation: fc.constantFrom(...operations),
    kind: fc.nat({ max: 999 }),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    values: fc.array(wrongValue, { minLength: 8, maxLength: 8 }),
    text: fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })),
  });
  const bodies = validBodies(shop);
  for (const draw of fc.sample(draws, { seed, numRuns: count }))
    yield spoil(api, shop, draw, bodies[draw.operation.name]);
}

function spoil(
  api: ApiDescription,
  shop: FullShop,
  draw: Draw,
  valid?: () => Record<string, unknown>,
): MalformedRequest {
  const { operation, kind, at, text } = draw;
  const plain = {
    ...{ line: lineOf(operation, shop), headers: {}, token: shop.owner.token, mustBeRefused: true },
    ...(valid ? { headers: JSON_TYPE, bytes: utf8(JSON.stringify(valid())) } : {}),
  };
  const faults: (() => MalformedRequest | null)[] = [
    ...(valid ? [...bodyFaults(api, plain, draw, valid)] : []),
    ...(operation.path.includes('{') ? [() => inAddress(plain, operation, shop, at, text)] : []),
    ...(operation.parameters.some(({ name }) => name === 'limit') ? [() => inQuery(plain, operation, at)] : []),
    ...(operation.parameters.some(({ name }) => name === 'Idempotency-Key') ? [() => inKey(plain, at)] : []),
    () => withoutSession(plain, operation, at),
  ];
  const inOrder = [...faults.slice(kind % faults.length), ...faults];
  for (const make of inOrder) {
    const made = make();
    if (made) return made;
  }
  throw new Error('A request without a session can always be made');
}

type Plain = Omit<MalformedRequest, 'fault'>;
/** More bytes than any JSON call accepts. */
const HUGE = utf8(`{"name":"${'x'.repeat(2_200_000)}"}`);
const JSON_TYPE = { 'content-type': 'application/json' };
function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function bodyFaults(
  api: ApiDescription,
  plain: Plain,
  { operation, at, values, text }: Draw,
  valid: () => Record<string, unknown>,
): (() => MalformedRequest | null)[] {
  const whole = JSON.stringify(valid());
  const sent = (fault: string, bytes: Uint8Array<ArrayBuffer>, headers = {}): MalformedRequest => ({
    ...plain,
    ...{ fault, bytes, headers: { ...JSON_TYPE, ...headers } },
  });
  const forbidden = (fault: string, body: unknown) =>
    isForbidden(api, operation, body) ? sent(fault, utf8(JSON.stringify(body).toWellFormed())) : null;
  const wrongAt = () => {
    const places = placesIn(operation, valid());
    for (const [index, value] of values.entries()) {
      // A copy, because a fault must not get into other requests.
      const body = structuredClone(valid());
      const place = places[Math.floor(at * places.length + index) % places.length] ?? [];
      put(body, place, structuredClone(value));
      const made = forbidden(`a wrong value at ${place.join('.')}`, body);
      if (made) return made;
    }
    return null;
  };
  const isPush = operation.path.startsWith('/sync/');
  return [
    ...[wrongAt, wrongAt, wrongAt],
    () => forbidden('no object', pick([null, [], [[]], 'text', 7, true, text], at)),
    () => forbidden('nothing in it', pick([{}, { nonsense: text }], at)),
    () =>
      forbidden('a long list', {
        ...valid(),
        items: Array(5_000).fill({}),
        mutations: Array(500).fill({}),
        keys: Array(99).fill(0),
      }),
    () => sent('truncated', utf8(whole.slice(0, Math.floor(at * whole.length)) || '{')),
    () =>
      sent('no JSON', utf8(pick(['nul', '{', '[1,', "{'a':1}", '{"a":1}{"b":2}', '"', text.toWellFormed() + '{'], at))),
    () => sent('UTF-16', new Uint8Array(Buffer.from(whole, 'utf16le'))),
    () => sent('no UTF-8', new Uint8Array([...utf8('{"name":"'), 0xff, 0xfe, 0xc3, ...utf8(`",${whole.slice(1)}`)])),
    () =>
      isPush
        ? null
        : sent('another charset', utf8(whole), {
            'content-type': `application/json; charset=${pick(['utf-16', 'iso-8859-1', 'x'], at)}`,
          }),
    () =>
      isPush
        ? null
        : sent('another type', utf8(whole), {
            'content-type': pick(
              ['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
              at,
            ),
          }),
    () => doubled(api, operation, valid(), values, sent),
    () => sent('deep', utf8(`{"${pick(Object.keys(valid()), at)}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)),
    () => sent('huge', HUGE, { 'content-length': String(HUGE.length) }),
    () => sent('of no known length', utf8(whole.slice(1)), { 'transfer-encoding': 'chunked' }),
    () => (isPush ? sent('no gzip', utf8(whole), { 'content-encoding': pick(['gzip', 'br', 'deflate'], at) }) : null),
  ];
}

/** True if the description forbids the body however the server reads it: as sent, trimmed, or in capitals. */
function isForbidden(api: ApiDescription, operation: Operation, body: unknown): boolean {
  const readings = [(text: string) => text, (text: string) => text.trim(), (text: string) => text.trim().toUpperCase()];
  return readings.every((read) => {
    const text = JSON.stringify(body, (_key, value: unknown) => (typeof value === 'string' ? read(value) : value));
    return api.faultOfBody(operation, JSON.parse(text)) !== null;
  });
}

/** Sends one field twice. The second value is wrong, and it is the one that counts. */
function doubled(
  api: ApiDescription,
  operation: Operation,
  body: Record<string, unknown>,
  values: readonly unknown[],
  sent: (fault: string, bytes: Uint8Array<ArrayBuffer>) => MalformedRequest,
): MalformedRequest | null {
  for (const value of values)
    for (const name of Object.keys(body)) {
      if (value === undefined || !isForbidden(api, operation, { ...body, [name]: value })) continue;
      const text = `${JSON.stringify(body).slice(0, -1)},"${name}":${JSON.stringify(value)}}`;
      return sent(`${name} twice`, utf8(text.toWellFormed()));
    }
  return null;
}

function inAddress(
  plain: Plain,
  operation: Operation,
  shop: FullShop,
  at: number,
  text: string,
): MalformedRequest | null {
  if (/\{(term|slug)\}/.test(operation.path)) return null;
  const hostile = [
    '0',
    '-1',
    '1e3',
    '0x10',
    '1.5',
    ' 1',
    '9007199254740993',
    '99999999999999999999',
    '%00',
    '%ff',
    '%2e%2e',
    '%E0%A4%A',
  ];
  const segment = pick([...hostile, 'x'.repeat(4_000), encodeURIComponent(`${text.toWellFormed()}'`)], at);
  const line = lineOf(operation, shop, segment);
  return { ...plain, fault: `${segment.slice(0, 40)} in the address`, line };
}

const WRONG_QUERIES = [
  ...['limit=0', 'limit=-1', 'limit=abc', 'limit=1e9', 'limit=201', 'limit=1.5', "limit=1'--", 'limit=%F0%9F%92%A5'],
  ...['page=0', 'page=x', 'page=99999999999', 'q=%00', `q=${'x'.repeat(300)}`],
];

/**
 * Spoils only parameters that the call reads, because unknown ones are ignored, such as `q` of a list without search.
 */
function inQuery(plain: Plain, { parameters }: Operation, at: number): MalformedRequest {
  const read = WRONG_QUERIES.filter((query) => parameters.some(({ name }) => query.startsWith(`${name}=`)));
  const query = pick(read, at);
  return { ...plain, fault: query.slice(0, 40), line: `${plain.line}?${query}` };
}

const inKey = (plain: Plain, at: number): MalformedRequest => ({
  ...plain,
  fault: 'a wrong Idempotency-Key',
  headers: { ...plain.headers, 'idempotency-key': pick(['a b', 'x'.repeat(201), 'é', '\t'], at) },
});

function withoutSession(plain: Plain, { name }: Operation, at: number): MalformedRequest {
  const [fault, token, headers] = pick(
    [
      ['an unknown token', 'x'.repeat(43), {}],
      ['a token that is none', "' or 1=1 --", {}],
      ['another user’s id', plain.token, { 'x-user-id': pick(['1', '-1', 'abc', "' or 1=1"], at) }],
      ['no session', undefined, {}],
    ] as const,
    (at * 7) % 1,
  );
  // A call that needs no session ignores a wrong one, so its body is spoilt as well.
  const isOpen = OPEN.some((start) => name.startsWith(start));
  return {
    ...plain,
    fault,
    token,
    headers: { ...plain.headers, ...headers },
    mustBeRefused: !isOpen,
    ...(isOpen ? { bytes: utf8('{"') } : {}),
  };
}

/** Calls that need no session. */
const OPEN = [
  'GET /version',
  'GET /openapi.json',
  'GET /business/categories',
  'GET /healthz',
  'GET /readyz',
  'GET /uploads',
  'POST /auth/',
  'POST /stores/',
];

const pick = <T>(choices: readonly T[], at: number): T => choices[Math.floor(at * choices.length)] as T;

/** Returns the places in a body, and further fields of the description. */
function placesIn(operation: Operation, body: unknown): (string | number)[][] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const known = typeof schema?.['properties'] === 'object' ? Object.keys(schema['properties'] ?? {}) : [];
  return [...known.map((name) => [name]), ...partsOf(body)];
}

const partsOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, part]) => [[...path, name], ...partsOf(part, [...path, name])]);

function put(body: Record<string, unknown>, path: readonly (string | number)[], value: unknown): void {
  const last = path.at(-1) ?? '';
  let node = body;
  for (const name of path.slice(0, -1)) node = node[name] as Record<string, unknown>; // one of the body's own paths
  node[last] = value;
}

/** Returns a call's path with ids of the shop's own rows, or with `segment` in the place of an id. */
export function lineOf({ method, path, name }: Operation, shop: FullShop, segment?: string): string {
  const noun = path.split('/')[1] ?? '';
  const ids: Partial<Record<string, number>> = shop.ids;
  const parts: Record<string, string | number> = {
    ...{ id: segment ?? ids[noun] ?? NOBODYS_ID, key: segment ?? shop.imageKey, file: segment ?? 'original.webp' },
    ...{ sessionId: segment ?? shop.sessionId, businessId: segment ?? shop.owner.businessId, term: 'sugar' },
    ...{ businessCategoryId: segment ?? 5, itemCategoryId: segment ?? 501, slug: shop.owner.slug },
  };
  const prefix = /^GET \/(healthz|readyz|uploads)/.test(name) ? '' : '/api/v1';
  return `${method} ${prefix}${path.replaceAll(/\{(\w+)\}/g, (_match, part: string) => String(parts[part]))}`;
}
