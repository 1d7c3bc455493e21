import { expect, test } from 'vitest';
import { grantLeases, registerClient } from '../../../server/mutate/register-client.ts';
import type { ServerPorts } from '../../../server/mutate/server-store.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/push.ts';
import { createMemoryServerStore } from '../../support/memory-server-store.ts';
import { NOON_MS } from '../../support/shop-rows.ts';
import { shopRows } from '../../sim/shop.ts';

const BUSINESS = 1_000;
const CALLER = { businessId: BUSINESS, userId: BUSINESS + 1 };

/** A server whose chance draws these numbers, over and over. */
function serverDrawing(draws: readonly number[]): ServerPorts {
  let next = 0;
  const random = { below: () => draws[next++ % draws.length] ?? 0 };
  const store = createMemoryServerStore({ random: { below: () => 0 } });
  store.addBusiness(BUSINESS, 'e', shopRows(BUSINESS, NOON_MS));
  const clock = { nowMs: () => NOON_MS };
  return { store, clock, random, announce: () => undefined, isMutationsFault: () => false };
}

test('SYN-2 a block that somebody has is drawn again, for a new client and for one that asks for more', async () => {
  const ports = serverDrawing([4, 5, 5, 6, 4, 7, 6, 8, 9, 5, 10]);
  const registered = [];
  for (const clientId of ['000000000000000a', '000000000000000b'])
    registered.push(
      await registerClient(ports, CALLER, { protocol: PROTOCOL_VERSION, clientId, leaving: null, appVersion: 'test' }),
    );
  expect(registered.map(({ blocks }) => blocks)).toEqual([
    [5, 6, 7],
    [8, 9, 10],
  ]);
  const more = await grantLeases(ports, CALLER, { clientId: '000000000000000a', incarnation: 1, count: 1 });
  expect(more.blocks).toEqual([11]);
});
