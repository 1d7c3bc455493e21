import * as v from 'valibot';
import type { MutationArgs, MutationName } from '../../../sync/mutation/registry.ts';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import type { PullAnswer, PullRequest } from '../../../sync/protocol/pull.ts';
import { pullWireSchema, unpackPull } from '../../../sync/protocol/pull-wire.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { type PushAnswer, pushAnswerSchema, type PushRequest, type WireMutation } from '../../../sync/protocol/push.ts';
import { newTestActs } from './test-acts.ts';
import { ask, type SignedInUser, type TestAnswer, type TestServer } from '../server/server.ts';

const DEVICE = {
  pendingCount: 0,
  oldestPendingAtMs: null,
  appVersion: 'test',
  clockOffsetMs: 0,
  storagePersistent: null,
};

/** Speaks the device's side of the protocol, message by message, without a database. */
export class PushDevice {
  readonly server: TestServer;
  readonly user: SignedInUser;
  readonly clientId: string;
  mid = 0;
  hash = HASH_ZERO;
  readonly #acts = newTestActs();
  readonly #previousByMid = new Map<number, string>();

  private constructor(server: TestServer, user: SignedInUser, clientId: string) {
    this.server = server;
    this.user = user;
    this.clientId = clientId;
  }

  static of(server: TestServer, user: SignedInUser, clientId = newClientId()): PushDevice {
    return new PushDevice(server, user, clientId);
  }

  mintId(): number {
    return this.#acts.draw((open) => open.mintId());
  }

  /** Returns the next mutation of this device's queue, in its wire form. */
  wire<Name extends MutationName>(
    name: Name,
    args: MutationArgs<Name>,
    changes: Partial<WireMutation> = {},
  ): WireMutation {
    return this.wireOf({ name, args, ...changes });
  }

  /** The same for mutations that no build sends. */
  wireOf(changes: Partial<WireMutation>): WireMutation {
    this.mid += 1;
    const open = {
      act: this.#acts.draw(({ act }) => act),
      attempt: 0,
      mid: this.mid,
      name: 'customer.create',
      format: 1,
      args: null as unknown,
      actorUserId: this.user.userId,
      atMs: this.server.clock.nowMs(),
      offsetMinutes: 180,
      clockOffsetMs: 0,
      deps: [],
      ...changes,
    };
    const previous = this.hash;
    this.hash = mutationHash(previous, open);
    this.#previousByMid.set(open.mid, previous);
    return { ...open, h: this.hash };
  }

  requestOf(mutations: readonly WireMutation[]): PushRequest {
    const first = mutations[0]?.mid ?? 1;
    return {
      protocol: PROTOCOL_VERSION,
      batchId: `${this.clientId}-${first}-batch`,
      clientId: this.clientId,
      previousHash: this.#previousByMid.get(first) ?? HASH_ZERO,
      mutations: [...mutations],
      cookie: null,
      waitsForParents: false,
      device: DEVICE,
    };
  }

  send(body: unknown): Promise<TestAnswer> {
    return ask(this.server, 'POST /api/v1/sync/push', { token: this.user.token, body });
  }

  async push(mutations: readonly WireMutation[]): Promise<PushAnswer> {
    const answer = await this.send(this.requestOf(mutations));
    if (answer.status !== 200)
      throw new Error(`The push was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return v.parse(pushAnswerSchema, answer.body);
  }

  askPull(request: Partial<Record<keyof PullRequest, string | number>>): Promise<TestAnswer> {
    const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
    return ask(this.server, `GET /api/v1/sync/pull?${query.toString()}`, { token: this.user.token });
  }

  async pull(
    cookie: string | null,
    { older, ...changes }: Partial<Pick<PullRequest, 'confirmedMid' | 'want' | 'rowsMax' | 'older'>> = {},
  ): Promise<PullAnswer> {
    const { clientId } = this;
    const answer = await this.askPull({
      protocol: PROTOCOL_VERSION,
      clientId,
      ...(cookie === null ? {} : { cookie }),
      confirmedMid: 0,
      want: 'changes',
      rowsMax: 500,
      ...changes,
      ...(older && { older: JSON.stringify(older) }),
    });
    if (answer.status !== 200)
      throw new Error(`The pull was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return unpackPull(v.parse(pullWireSchema, answer.body));
  }

  /** Pulls until nothing is left; returns the rows by table and id, and the cookie for the next pull. */
  async pullAll(
    cookie: string | null = null,
    want: PullRequest['want'] = 'changes',
    rowsMax = 500,
  ): Promise<{ pages: PullAnswer[]; rows: Map<string, Record<string, unknown>>; cookie: string }> {
    const pages: PullAnswer[] = [];
    const rows = new Map<string, Record<string, unknown>>();
    let from = cookie;
    for (;;) {
      const page = await this.pull(from, { want, rowsMax });
      pages.push(page);
      for (const { table, rows: ofTable } of page.pages)
        for (const row of ofTable) rows.set(`${table}/${String(row['id'])}`, row);
      for (const { table, id } of page.tombstones) rows.delete(`${table}/${id}`);
      from = page.cookie;
      if (!page.more) return { pages, rows, cookie: page.cookie };
    }
  }
}

let clients = 0;
function newClientId(): string {
  clients += 1;
  return clients.toString(16).padStart(16, '0');
}
