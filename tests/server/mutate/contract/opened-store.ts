import type { Clock } from '../../../../server/clock.ts';
import { insertBusiness } from '../../../../server/db/queries/business.ts';
import { insertUser } from '../../../../server/db/queries/user.ts';
import { createSqlStore } from '../../../../server/db/sql-store.ts';
import type { ServerStore } from '../../../../server/mutate/server-store.ts';
import { systemRandom } from '../../../../server/random.ts';
import type { User } from '../../../../domain/people/user.ts';
import type { Rows, TableName } from '../../../../sync/protocol/tables.ts';
import { createMemoryServerStore } from '../../../support/memory/memory-server-store.ts';
import { businessRow, NOON_MS } from '../../../support/shop-rows.ts';
import { type Engine, ENGINES, openTestDatabase } from '../../../support/server/test-database.ts';

export interface Shop {
  businessId: number;
  userId: number;
}

/** A store on which the contract is tested. */
export interface OpenedStore {
  store: ServerStore;
  /** False if there is a single connection, so that transactions never run at the same time. */
  isConcurrent: boolean;
  /** Creates a business with one admin, both at version 1, in the epoch 'first'. */
  newShop(): Promise<Shop>;
  close(): Promise<void>;
}

export const EPOCH = 'first';
export const STORES = ['memory', ...ENGINES] as const;

export const openStore = (kind: (typeof STORES)[number]): Promise<OpenedStore> =>
  kind === 'memory' ? openMemory() : openSql(kind);

const userRow = (id: number): User => ({
  id,
  version: 1,
  username: 'Amina Okello',
  firstName: 'Amina',
  lastName: 'Okello',
  phone: `07000${id}`,
  email: 'amina@example.com',
  role: 'admin',
  isBusinessOwner: true,
  isActive: true,
  createdAtMs: NOON_MS,
});

let shops = 0;
function nextShop(): Shop {
  shops += 1;
  return { businessId: 5_000 + shops, userId: 70_000 + shops };
}

async function openMemory(): Promise<OpenedStore> {
  let drawn = 0;
  const store = createMemoryServerStore({ random: { below: (bound) => (drawn += 1) % bound } });
  return {
    store,
    isConcurrent: true,
    async newShop() {
      const shop = nextShop();
      const rows: { table: TableName; row: Rows[TableName] }[] = [
        { table: 'business', row: businessRow({ id: shop.businessId }) },
        { table: 'user', row: userRow(shop.userId) },
      ];
      store.addBusiness(shop.businessId, EPOCH, rows);
      return shop;
    },
    close: async () => {},
  };
}

async function openSql(engine: Engine): Promise<OpenedStore> {
  const database = await openTestDatabase(engine);
  const clock: Clock = { nowMs: () => NOON_MS };
  return {
    store: createSqlStore(database, { clock, random: systemRandom }),
    isConcurrent: engine === 'postgres',
    async newShop() {
      const shop = nextShop();
      const { businessId, userId } = shop;
      const business = businessRow({ id: businessId, slug: `shop-${businessId}` });
      await database.transaction({ businessId }, async (sql) => {
        await insertBusiness(sql, { business, epoch: EPOCH, versionNonce: '' });
        await insertUser(sql, businessId, { user: userRow(userId), phoneNormalised: String(userId), pinHash: 'none' });
      });
      return shop;
    },
    close: () => database.close(),
  };
}
