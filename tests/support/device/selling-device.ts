import type { HttpBindings } from '@hono/node-server';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import { createFetchTransport } from '../../../sync/host/fetch-transport.ts';
import { runMutation } from '../../../sync/replica/run-mutation.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { MemoryDatabase } from '../memory/memory-database.ts';
import { itemArgs, saleArgs } from './replica.ts';
import { newTestActs } from './test-acts.ts';
import type { SignedInUser, TestServer } from '../server/server.ts';

/** A device with its own engine and database, for any server that a test chooses. */
export class SellingDevice {
  readonly database: MemoryDatabase;
  readonly #ports: EnginePorts;
  readonly #acts = newTestActs();
  server: TestServer;
  /** Changes an address before it is requested, to act as another build. */
  asks = (path: string): string => path;

  constructor(server: TestServer, user: SignedInUser, clientId: string) {
    this.server = server;
    const { businessId, userId } = user;
    this.database = new MemoryDatabase(newReplicaState({ businessId, userId, role: 'admin', clientId }));
    this.#ports = {
      database: this.database,
      transport: createFetchTransport({
        userId,
        fetch: async (path, { headers, signal: _, ...init }) =>
          this.server.app.request(
            this.asks(path),
            { ...init, headers: { ...(headers as Record<string, string>), authorization: `Bearer ${user.token}` } },
            { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as HttpBindings, // all that the app looks at
          ),
      }),
      clock: { nowMs: () => this.server.clock.nowMs(), offsetMinutes: () => 180 },
      random: { below: (bound) => Math.floor(Math.random() * bound) },
      online: { isOnline: () => true },
      device: { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => true },
    };
  }

  sync = () => runEngine(this.#ports, true);

  async addItem(name: string): Promise<number> {
    const made = await runMutation({ ...this.#ports, acts: this.#acts }, 'item.create', (tools) =>
      itemArgs(tools, { name }),
    );
    if (!made.ok) throw new Error(`The item was refused: ${made.error.code}`);
    return made.args.id;
  }

  async sell(itemId: number): Promise<number> {
    const sold = await runMutation({ ...this.#ports, acts: this.#acts }, 'sale.create', (tools) =>
      saleArgs(tools, itemId, 100),
    );
    if (!sold.ok) throw new Error(`The sale was refused: ${sold.error.code}`);
    return sold.args.id;
  }

  saleIds = (): number[] => this.database.rows('sale').map(({ id }) => id);
  stock = (itemId: number): number | undefined =>
    this.database.rows('item').find(({ id }) => id === itemId)?.currentStockHundredths;
}
