import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rolesOfCall } from '../../../domain/people/call-permission.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { ourApi } from '../../support/server/api-description.ts';
import {
  type FullShop,
  NOBODYS_ID,
  NOBODYS_KEY,
  type Noun,
  NOUNS,
  openFullShop,
} from '../../support/server/full-shop.ts';
import { expectedOf, type Person, peopleOf } from '../../support/server/people.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, startTestServer, type TestAnswer, type TestServer } from '../../support/server/server.ts';
import { tableDigests } from '../../support/server/table-digests.ts';
import { validBodies } from '../../support/server/valid-requests.ts';

/*
 * The permission walk (G7, G8): every operation of the API's description is called with valid input by every role,
 * about rows of the shop, of another shop, and rows that do not exist.
 */

const WALKERS = ['owner', 'admin', 'staff', 'deactivated', 'admin of the other shop', 'anonymous', 'rubbish'] as const;
type Walker = (typeof WALKERS)[number];
const ROWS = ['of the shop', 'of the other shop', 'of nobody'] as const;
type Rows = (typeof ROWS)[number];

/** Tables that change on purpose: they count and record guesses and registrations. */
const COUNTERS = ['pin_attempt', 'guess_pressure', 'used_task', 'registration_code', 'security_event'];
const PATIENCE_MS = 400_000;
const DAY_MS = 86_400_000;

interface Walk {
  walker: Walker;
  person: Person;
  token: string | undefined;
  device: PushDevice;
  shops: Record<'of the shop' | 'of the other shop', FullShop>;
  /** The shop whose rows they may access. */
  home: 'of the shop' | 'of the other shop';
}

describe('the permission walk', () => {
  let server: TestServer;
  const calls = ourApi()
    .operations.filter(({ isOutside }) => !isOutside)
    .map(({ name }) => name)
    .toSorted((a, b) => turnOf(a) - turnOf(b));
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('G7 walks over every route that there is', () => {
    const routes = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(calls.toSorted()).toEqual([...new Set(routes)].toSorted());
    expect(calls.length).toBeGreaterThanOrEqual(90);
  });

  it.each(WALKERS)(
    'G7 G8 C-009 C-014 C-016 C-129 R-GEN-17 %s is let through where the table says so, and finds of a row of others what they find of none',
    { timeout: PATIENCE_MS },
    async (walker) => {
      const walk = await beginWalk(server, walker);
      const others = walk.home === 'of the shop' ? 'of the other shop' : 'of the shop';
      const [ofOthers, ofHome] = [digestsOf(server, walk.shops[others]), digestsOf(server, walk.shops[walk.home])];
      const before = { others: await ofOthers(), home: await ofHome() };
      let asked = 0;
      const walkOver = async (call: string) => {
        const answers = {
          nobodys: await send(server, walk, call, 'of nobody'),
          others: await send(server, walk, call, others),
          own: await send(server, walk, call, walk.home),
        };
        asked += Object.keys(answers).length;
        requireOutcome(walk, call, answers, idsOf(walk.shops[others]));
      };
      for (const call of calls.filter((each) => rolesOfCall(each) !== 'anybody')) await walkOver(call);
      expect(await ofOthers()).toEqual(before.others);
      if (walker === 'anonymous' || walker === 'rubbish') expect(await ofHome()).toEqual(before.home);
      // Calls open to everybody, such as ordering in any shop.
      for (const call of calls.filter((each) => rolesOfCall(each) === 'anybody')) await walkOver(call);
      expect(asked).toBe(calls.length * ROWS.length);
    },
  );
});

type Answers = Record<'nobodys' | 'others' | 'own', TestAnswer>;

function requireOutcome({ walker, person }: Walk, call: string, answers: Answers, othersIds: readonly string[]): void {
  const expected = expectedOf(call, person);
  for (const [rows, { status, text }] of Object.entries(answers)) {
    const where = `${walker}: ${call}, ${rows}: ${status} ${text.slice(0, 300)}`;
    expect(status, where).toBeLessThan(500);
    const isRefused = (status === 401 || status === 403) && !(expected === 'through' && SIGNS_IN.has(call));
    expect(isRefused ? status : 'through', where).toBe(expected);
    // A caller who names no row of another shop must not learn of one.
    if (rows !== 'others' && status < 300)
      expect(
        othersIds.filter((id) => text.includes(id)),
        where,
      ).toEqual([]);
  }
  const { nobodys, others, own } = answers;
  if (call !== STORE_ORDER && (namesARow(call) || (nobodys.status >= 400 && nobodys.status !== 429)))
    expect([call, plain(others)]).toEqual([call, plain(nobodys)]);
  if (namesARow(call)) expect([call, nobodys.status]).toEqual([call, expected === 'through' ? 404 : expected]);
  // The input is valid, so if nothing else forbids the call, it is accepted.
  if (expected === 'through' && own.status >= 300) expect([call, TAKEN_LATER[call]]).toEqual([call, own.status]);
}

/** Anybody may order in any shop. */
const STORE_ORDER = 'POST /stores/{slug}/orders';

/** Valid calls that are refused in this walk: too early, repeated, or without the needed file or code. */
const TAKEN_LATER: Readonly<Partial<Record<string, number>>> = {
  'POST /business/{id}/profile-image': 400,
  'PUT /items/{id}/images/{key}/file': 415,
  'POST /sales/{id}/payments': 422,
  'POST /sales/{id}/refunds': 422,
  'POST /orders/{id}/fulfill': 409,
  'POST /payment-methods': 422,
  'DELETE /users/{id}/sessions/{sessionId}': 404,
  'DELETE /customers/{id}': 409,
  'DELETE /payment-methods/{id}': 409,
  'POST /auth/forgot-pin': 429,
  'POST /auth/reset-pin': 422,
};
/** Calls that answer 401 for other reasons than a missing session. */
const SIGNS_IN: ReadonlySet<string> = new Set(['POST /auth/login', 'PUT /auth/pin']);

/** Returns a call's position: rows are removed after the calls that need them, and the session ends last. */
function turnOf(call: string): number {
  if (call === 'POST /auth/logout') return 9;
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(call.split(' ')[0] ?? '');
}

const namesARow = (call: string): boolean => /\{(id|slug|sessionId)\}/.test(call);

async function beginWalk(server: TestServer, walker: Walker): Promise<Walk> {
  // After a day the attempts of earlier walks are forgotten.
  server.clock.advance(DAY_MS);
  const shops = { 'of the shop': await openFullShop(server), 'of the other shop': await openFullShop(server) };
  const home = walker === 'admin of the other shop' ? 'of the other shop' : 'of the shop';
  const person = walker === 'admin of the other shop' ? 'admin' : walker;
  const token = (await peopleOf(server, shops[home]))[person];
  const hasSession = token !== undefined && person !== 'rubbish';
  const device = hasSession ? PushDevice.of(server, { ...shops[home].owner, token }) : shops[home].device;
  return { walker, person, token, device, shops, home };
}

async function send(server: TestServer, walk: Walk, call: string, rows: Rows): Promise<TestAnswer> {
  const { token, device, shops, home } = walk;
  const asked = rows === 'of nobody' ? null : shops[rows];
  const [noun = ''] = call.split(' ')[1]?.slice(1).split('/') ?? [];
  const line = call.replaceAll(/\{(\w+)\}/g, (_match, part: string) => named(asked, part, noun as Noun));
  const ids = asked?.ids ?? (Object.fromEntries(NOUNS.map((each) => [each, NOBODYS_ID])) as FullShop['ids']); // of every noun
  const body = validBodies({ ...shops[home], ids, device, imageKey: asked?.imageKey ?? NOBODYS_KEY })[call];
  const hasBody = !line.startsWith('GET') && !line.startsWith('DELETE');
  if (call === 'GET /events') return await openStream(server, token);
  return await ask(server, `${line.replace(' ', ' /api/v1')}${queryOf(call, device)}`, {
    ...(hasBody ? { body: body?.() ?? { nonsense: true } } : {}),
    ...(token === undefined ? {} : { token }),
  });
}

function named(shop: FullShop | null, part: string, noun: Noun): string {
  if (part === 'id') return String(shop?.ids[noun] ?? NOBODYS_ID);
  if (part === 'key') return shop?.imageKey ?? NOBODYS_KEY;
  if (part === 'sessionId') return String(shop?.sessionId ?? NOBODYS_ID);
  if (part === 'slug') return shop?.owner.slug ?? 'nobodys-shop';
  if (part === 'term') return 'Sugar';
  // These ids are the same in every shop.
  return part === 'itemCategoryId' ? '101' : '1';
}

/** Returns the query that a device sends. */
function queryOf(call: string, { clientId }: PushDevice): string {
  if (call === 'GET /sync/pull')
    return `?protocol=${PROTOCOL_VERSION}&clientId=${clientId}&confirmedMid=0&want=changes&rowsMax=500`;
  return call === 'GET /sync/audit' ? `?protocol=${PROTOCOL_VERSION}&table=item&fromMs=0` : '';
}

/** Opens a stream and returns only its head, because a stream has no end. */
async function openStream({ app }: TestServer, token: string | undefined): Promise<TestAnswer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status, headers: answered, body } = await app.request('/api/v1/events', { headers });
  await body?.cancel();
  return { status, headers: answered, body: null, text: '' };
}

const idsOf = ({ ids }: FullShop): string[] =>
  NOUNS.filter((noun) => noun !== 'business').map((noun) => String(ids[noun]));

/** Returns a function that hashes everything that is stored for a shop. */
function digestsOf({ deps }: TestServer, { owner }: FullShop): () => Promise<Record<string, string>> {
  return () =>
    tableDigests(deps.database, COUNTERS, (table, columns) => {
      const column = table === 'business' ? 'id' : 'business_id';
      return columns.includes(column) ? `${column} = ${owner.businessId}` : 'false';
    });
}

/** Returns an answer without the parts that differ for each request. */
const plain = ({ status, headers, text }: TestAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  text,
});
