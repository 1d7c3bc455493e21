import { Gunzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BULK_JSON, jsonExcess } from '../../../server/http/request/parse-json.ts';
import { PUSH_PLAIN_BYTES_MAX } from '../../../sync/protocol/push.ts';
import { apiClient } from '../../support/server/api-client.ts';
import { type FullShop, openFullShop } from '../../support/server/full-shop.ts';
import { hostileCalls } from '../../support/hostile/hostile-calls.ts';
import { hostileShapes } from '../../support/hostile/hostile-shapes.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { countRuns } from '../../support/hostile/schema-runs.ts';
import { ask, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';

// Counts the work of hostile requests; `npm run bench -- hostile` measures their time and memory.

const ANSWER_BYTES_MAX = 8 * 1024;
/** The most bytes that are decompressed before a body is refused as too large. */
const UNPACKED_BYTES_MAX = 2 * PUSH_PLAIN_BYTES_MAX + 64 * 1024;
/** The tests take one or two minutes on an idle machine. */
const PATIENCE_MS = 900_000;

describe('what a hostile request costs', () => {
  let server: TestServer;
  let shop: FullShop;
  let tokens: readonly (string | undefined)[];
  /** The number of values that the schemas read in a push of 100 sales. */
  let ofPush = 0;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await openFullShop(server);
    const gone = await addStaff(server, shop.owner);
    await apiClient(server, shop.owner).delete(`/users/${gone.userId}`);
    tokens = [shop.owner.token, shop.staff.token, gone.token, undefined];
    ofPush = await runsOfPush(PushDevice.of(server, shop.owner));
  });
  afterAll(() => server.close());
  afterEach(() => vi.restoreAllMocks());

  it(
    'R-HOST-05 is bounded in all that is counted, for every call, in 200 shapes each',
    { timeout: PATIENCE_MS },
    async () => {
      const unpacked = vi.spyOn(Gunzip.prototype, 'push');
      const parsed = vi.spyOn(JSON, 'parse');
      const statuses = new Map<number, number>();
      let nth = 0;
      for (const call of hostileCalls(shop))
        for (const shape of hostileShapes(call)) {
          nth += 1;
          const { line } = call;
          // The shift after each round gives every kind of shape to every role.
          const token = tokens[(nth + Math.floor(nth / tokens.length)) % tokens.length];
          const length = shape.bytes ? { 'content-length': String(shape.bytes.length) } : {};
          const [answer, runs] = await countRuns(() =>
            ask(server, `${line}${shape.query}`, {
              ...{
                address: `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
                headers: { ...shape.headers, ...length },
              },
              ...(token === undefined || 'authorization' in shape.headers ? {} : { token }),
              ...(shape.bytes && !line.startsWith('GET') ? { bytes: shape.bytes } : {}),
            }),
          );
          const where = `${line} with ${shape.what}`;
          const { status, text, body } = answer;
          if (status >= 500) expect.fail(`${where} was answered ${status} ${text.slice(0, 300)}`);
          if (status >= 400 && Buffer.byteLength(text) > ANSWER_BYTES_MAX)
            expect.fail(`${where} was answered ${status} with ${text.length} characters`);
          if (runs > 10 * ofPush) expect.fail(`${where}: the schemas looked at ${runs} values`);
          expect(detailsOf(body).length, where).toBeLessThanOrEqual(20);
          expect(bytesOf(unpacked.mock.calls), where).toBeLessThanOrEqual(UNPACKED_BYTES_MAX);
          for (const [json] of parsed.mock.calls)
            if (json.length > ANSWER_BYTES_MAX && json !== text)
              expect([where, jsonExcess(json, BULK_JSON)]).toEqual([where, null]);
          unpacked.mockClear();
          parsed.mockClear();
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      expect(nth).toBeGreaterThan(90 * 150);
      for (const status of [200, 400, 401, 404, 413, 422])
        expect(statuses.get(status), String(status)).toBeGreaterThan(20);
    },
  );

  async function runsOfPush(device: PushDevice): Promise<number> {
    const item = itemArgs(device);
    await device.push([device.wire('item.create', item)]);
    const sales = Array.from({ length: 100 }, () => device.wire('sale.create', saleArgs(device, [item, item])));
    const [{ lmid }, runs] = await countRuns(() => device.push(sales));
    expect(lmid).toBe(101);
    return runs;
  }
});

const bytesOf = (chunks: readonly (readonly unknown[])[]): number =>
  chunks.reduce((sum, [chunk]) => sum + (chunk instanceof Uint8Array ? chunk.length : 0), 0);

function detailsOf(body: unknown): readonly unknown[] {
  const details = typeof body === 'object' && body !== null && 'details' in body ? body.details : [];
  return Array.isArray(details) ? details : [];
}
