import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyUp } from '../../server/housekeeping.ts';
import { ask, registerShop, startTestServer, type TestServer } from '../support/server/server.ts';

const KEPT_MS = 30 * 86_400_000;

describe('housekeeping', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('SYN-7 SYN-7b keeps the answers of plain calls for 30 days, in every business, and no longer', async () => {
    const { database, clock } = server.deps;
    const shops = [await registerShop(server), await registerShop(server)];
    const keep = (businessId: number, key: string, atMs: number) =>
      database.transaction({ businessId }, (sql) =>
        sql.query(
          `insert into idempotency_key (business_id, key, user_id, request_hash, status, body, created_at_ms) values ($1, $2, 1, '', 200, '', $3)`,
          [businessId, key, atMs],
        ),
      );
    const nowMs = clock.nowMs();
    for (const { businessId } of shops) {
      await keep(businessId, 'old', nowMs - KEPT_MS - 1);
      await keep(businessId, 'young', nowMs - KEPT_MS);
    }
    await tidyUp(database, nowMs);
    for (const { businessId } of shops) {
      const keys = await database.transaction({ businessId }, (sql) => sql.query('select key from idempotency_key'));
      expect(keys).toEqual([{ key: 'young' }]);
    }
  });

  it('forgets sessions that ended 30 days ago, and leaves those that are open or ended since', async () => {
    const { database, clock } = server.deps;
    const { businessId, userId, token } = await registerShop(server);
    const nowMs = clock.nowMs();
    const add = (id: number, expiresAtMs: number, revokedAtMs: number | null) =>
      database.transaction({ businessId }, (sql) =>
        sql.query(
          `insert into session (business_id, id, token_hash, user_id, created_at_ms, last_seen_ms, expires_at_ms, revoked_at_ms) values ($1, $2, $3, $4, 0, 0, $5, $6)`,
          [businessId, id, `token ${id}`, userId, expiresAtMs, revokedAtMs],
        ),
      );
    await add(1, nowMs - KEPT_MS - 1, null);
    await add(2, nowMs + KEPT_MS, nowMs - KEPT_MS - 1);
    await add(3, nowMs - KEPT_MS, null);
    await add(4, nowMs + KEPT_MS, nowMs - KEPT_MS);
    await tidyUp(database, nowMs);
    const left = await database.transaction({ businessId }, (sql) =>
      sql.query('select id from session where id < 10 order by id'),
    );
    expect(left).toEqual([{ id: 3 }, { id: 4 }]);
    expect((await ask(server, 'GET /api/v1/auth/me', { token })).status).toBe(200);
  });
});
