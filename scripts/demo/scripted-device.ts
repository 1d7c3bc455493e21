import * as v from 'valibot';
import { type Lease, takeId } from '../../domain/id.ts';
import { nextSaleStampMs } from '../../domain/sale.ts';
import { type MutationArgs, type MutationName, MUTATIONS } from '../../sync/mutation/registry.ts';
import { registerClientAnswerSchema } from '../../sync/protocol/client.ts';
import { HASH_ZERO, mutationHash } from '../../sync/protocol/mutation-hash.ts';
import { PROTOCOL_VERSION, PUSH_MUTATIONS_MAX, pushAnswerSchema, type WireMutation } from '../../sync/protocol/push.ts';
import type { RowKey } from '../../sync/protocol/tables.ts';
import { rowKeyText } from '../../sync/protocol/tables.ts';

const loginSchema = v.object({ authToken: v.string(), user: v.object({ id: v.number(), businessId: v.number() }) });

/**
 * A device without a person: runs the product's own mutations at instants of its choosing and sends them as any phone
 * would, so that what it fills in went through every rule.
 */
export class ScriptedDevice {
  readonly businessId: number;
  readonly userId: number;
  readonly #server: string;
  readonly #token: string;
  readonly #client: { clientId: string; incarnation: number };
  readonly #waiting: WireMutation[] = [];
  readonly #createdBy = new Map<string, number>();
  #leases: Lease[];
  #mid = 0;
  #hash = HASH_ZERO;
  #sentHash = HASH_ZERO;
  #lastStampMs = 0;

  private constructor(
    server: string,
    login: v.InferOutput<typeof loginSchema>,
    client: { clientId: string; incarnation: number },
    blocks: number[],
  ) {
    this.#server = server;
    this.#token = login.authToken;
    this.businessId = login.user.businessId;
    this.userId = login.user.id;
    this.#client = client;
    this.#leases = blocks.map((block) => ({ block, next: 0 }));
  }

  static async signIn(server: string, phone: string, pin: string, clientId: string): Promise<ScriptedDevice> {
    const login = v.parse(loginSchema, await call(server, '/auth/login', { phone, pin }, null));
    const request = { protocol: PROTOCOL_VERSION, clientId, leaving: null, appVersion: 'demo' };
    const { incarnation, blocks } = v.parse(
      registerClientAnswerSchema,
      await call(server, '/sync/client', request, login.authToken),
    );
    return new ScriptedDevice(server, login, { clientId, incarnation }, blocks);
  }

  mintId(): number {
    for (const [index, lease] of this.#leases.entries()) {
      const taken = takeId(lease);
      if (!taken) continue;
      this.#leases = this.#leases.with(index, taken.lease);
      return taken.id;
    }
    throw new Error('The scripted device has used up its ids');
  }

  nextStampMs(atMs: number): number {
    this.#lastStampMs = nextSaleStampMs(this.#lastStampMs, atMs);
    return this.#lastStampMs;
  }

  /** Runs one act as of this instant; sends when a batch is full. */
  async run<Name extends MutationName>(
    name: Name,
    args: MutationArgs<Name>,
    atMs: number,
    offsetMinutes: number,
  ): Promise<void> {
    const mutation = MUTATIONS[name];
    const parsed = v.parse(mutation.schema as v.GenericSchema<unknown, MutationArgs<Name>>, args);
    this.#mid += 1;
    const open = {
      mid: this.#mid,
      name,
      format: mutation.format,
      args: parsed,
      actorUserId: this.userId,
      atMs,
      offsetMinutes,
      clockOffsetMs: 0,
      deps: this.#depsOf(name, parsed),
    };
    this.#hash = mutationHash(this.#hash, open);
    this.#waiting.push({ ...open, h: this.#hash });
    for (const key of mintedBy(name, parsed)) this.#createdBy.set(rowKeyText(key), this.#mid);
    if (this.#waiting.length >= PUSH_MUTATIONS_MAX) await this.send();
  }

  /** Sends what waits; throws when the server decided anything but what happened. */
  async send(): Promise<void> {
    const mutations = this.#waiting.splice(0);
    const last = mutations.at(-1);
    if (!last) return;
    const device = {
      pendingCount: mutations.length,
      oldestPendingAtMs: null,
      appVersion: 'demo',
      clockOffsetMs: 0,
      storagePersistent: null,
    };
    const request = {
      protocol: PROTOCOL_VERSION,
      batchId: `demo-${last.mid}-batch`,
      ...this.#client,
      previousHash: this.#sentHash,
      mutations,
      device,
    };
    const answer = v.parse(pushAnswerSchema, await call(this.#server, '/sync/push', request, this.#token));
    const refused = answer.outcomes.filter((outcome) => outcome.kind === 'refused' || outcome.kind === 'quarantined');
    if (answer.lmid !== last.mid || refused.length > 0)
      throw new Error(`The server did not take the batch: ${JSON.stringify({ ...answer, outcomes: refused })}`);
    this.#sentHash = last.h;
    this.#createdBy.clear();
  }

  /** The mids of this very batch that bring what the arguments refer to. */
  #depsOf<Name extends MutationName>(name: Name, args: MutationArgs<Name>): number[] {
    const mids = referredBy(name, args).map((key) => this.#createdBy.get(rowKeyText(key)) ?? 0);
    return [...new Set(mids.filter((mid) => mid > 0))].sort((a, b) => a - b);
  }
}

// The registry ties a name to its arguments; through a variable name TypeScript no longer sees that.
const mintedBy = (name: MutationName, args: unknown): RowKey[] =>
  (MUTATIONS[name].mints as (args: unknown) => RowKey[])(args);
const referredBy = (name: MutationName, args: unknown): RowKey[] =>
  (MUTATIONS[name].refersTo as (args: unknown) => RowKey[])(args);

/** What the documents' calls answer; the sync calls answer without it. */
const envelopeSchema = v.object({ success: v.literal(true), data: v.unknown() });

/** One call of the API; throws with the server's own sentence. */
export async function call(server: string, path: string, body: unknown, token: string | null): Promise<unknown> {
  const response = await fetch(`${server}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  const parsed: unknown = JSON.parse(text);
  return v.is(envelopeSchema, parsed) ? parsed.data : parsed;
}
