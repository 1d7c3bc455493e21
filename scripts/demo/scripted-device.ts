import * as v from 'valibot';
import { nextSaleStampMs } from '../../domain/sales/sale.ts';
import { type MutationArgs, type MutationName, MUTATIONS } from '../../sync/mutation/registry.ts';
import { createActSource } from '../../sync/protocol/act.ts';
import { mutationHash } from '../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../sync/protocol/constants.ts';
import { PUSH_MUTATIONS_MAX, pushAnswerSchema, type WireMutation } from '../../sync/protocol/push.ts';
import type { RowKey } from '../../sync/protocol/tables.ts';
import { rowKeyText } from '../../sync/protocol/tables.ts';

const loginSchema = v.object({ authToken: v.string(), user: v.object({ id: v.number(), businessId: v.number() }) });

/**
 * A device controlled by a script: runs the product's own mutations as of any time and sends them as a phone would, so
 * that every row has passed all rules.
 */
export class ScriptedDevice {
  readonly businessId: number;
  readonly userId: number;
  readonly #server: string;
  readonly #token: string;
  readonly #clientId: string;
  readonly #waiting: WireMutation[] = [];
  readonly #createdBy = new Map<string, string>();
  readonly #acts = createActSource({ below: (bound) => Math.floor(Math.random() * bound) });
  #mid = 0;
  #hash = HASH_ZERO;
  #sentHash = HASH_ZERO;
  #lastStampMs = 0;

  private constructor(server: string, login: v.InferOutput<typeof loginSchema>, clientId: string) {
    this.#server = server;
    this.#token = login.authToken;
    this.businessId = login.user.businessId;
    this.userId = login.user.id;
    this.#clientId = clientId;
  }

  static async signIn(server: string, phone: string, pin: string, clientId: string): Promise<ScriptedDevice> {
    const login = v.parse(loginSchema, await call(server, '/auth/login', { phone, pin }, null));
    return new ScriptedDevice(server, login, clientId);
  }

  /** Returns a new row id, made from an act id that is used for nothing else. */
  mintId(): number {
    return this.#acts.draw((open) => open.mintId());
  }

  nextStampMs(atMs: number): number {
    this.#lastStampMs = nextSaleStampMs(this.#lastStampMs, atMs);
    return this.#lastStampMs;
  }

  /** Runs one act as of this time; sends if a batch is full. */
  async run<Name extends MutationName>(
    name: Name,
    args: MutationArgs<Name>,
    atMs: number,
    offsetMinutes: number,
  ): Promise<void> {
    const mutation = MUTATIONS[name];
    const parsed = v.parse(mutation.schema as v.GenericSchema<unknown, MutationArgs<Name>>, args);
    this.#mid += 1;
    const act = this.#acts.draw((drawn) => drawn.act);
    const open = {
      act,
      attempt: 0,
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
    for (const key of mintedBy(name, parsed)) this.#createdBy.set(rowKeyText(key), act);
    if (this.#waiting.length >= PUSH_MUTATIONS_MAX) await this.send();
  }

  /** Sends the waiting acts; throws if the server does not accept each of them as it was sent. */
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
      clientId: this.#clientId,
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

  /** Returns the acts of this batch that create the rows that the arguments refer to. */
  #depsOf<Name extends MutationName>(name: Name, args: MutationArgs<Name>): string[] {
    return [...new Set(referredBy(name, args).flatMap((key) => this.#createdBy.get(rowKeyText(key)) ?? []))];
  }
}

// The registry ties each name to its arguments, which TypeScript cannot follow for a variable name.
const mintedBy = (name: MutationName, args: unknown): RowKey[] =>
  (MUTATIONS[name].mints as (args: unknown) => RowKey[])(args);
const referredBy = (name: MutationName, args: unknown): RowKey[] =>
  (MUTATIONS[name].refersTo as (args: unknown) => RowKey[])(args);

/** The envelope of the documented calls' answers; answers of sync calls have none. */
const envelopeSchema = v.object({ success: v.literal(true), data: v.unknown() });

/** Calls the API; throws an error with the server's message. */
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
