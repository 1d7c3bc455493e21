import { createHmac } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { type AttemptKind, lockAttempts, type PinAttempts, writeAttempts } from '../db/queries/pin-attempt.ts';

// Limits tries by waits: tries of a known device, requests for codes, orders on the storefront. Every try is counted
// before it is judged, for the phone and for the caller's address, so that simultaneous tries are all counted. A right
// PIN takes its count back. After the free tries each further try costs a wait, twice as long as the last, up to an
// hour. An address gets more tries than a phone, because a whole market may be behind one address.

export interface GuessRule {
  freeTries: number;
  firstWaitMs: number;
  longestWaitMs: number;
  /** After so long without a try all are forgotten; absent: `FORGOTTEN_AFTER_MS`. Never less than the longest wait. */
  forgottenAfterMs?: number;
}

/** How many tries are free, and how long the waits after them are. */
export type GuessRules = Record<AttemptKind, GuessRule>;

const WAITS = { firstWaitMs: 30_000, longestWaitMs: 60 * 60 * 1000 };
const PIN_RULES: GuessRules = { phone: { freeTries: 5, ...WAITS }, address: { freeTries: 20, ...WAITS } };
export const FORGOTTEN_AFTER_MS: Record<AttemptKind, number> = { phone: 24 * 60 * 60 * 1000, address: 60 * 60 * 1000 };

/** Returns how long the next try must wait after `wrong` wrong tries. */
export function waitMs(kind: AttemptKind, wrong: number, rules: GuessRules = PIN_RULES): number {
  const { freeTries, firstWaitMs, longestWaitMs } = rules[kind];
  const beyond = wrong - freeTries;
  return beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs);
}

/** Returns the counter after one more try at this time. */
export function countTry(attempts: PinAttempts, nowMs: number, rules: GuessRules = PIN_RULES): PinAttempts {
  const forgottenAfterMs = rules[attempts.kind].forgottenAfterMs ?? FORGOTTEN_AFTER_MS[attempts.kind];
  const wrong = (nowMs - attempts.last_wrong_ms >= forgottenAfterMs ? 0 : attempts.wrong) + 1;
  const wait = waitMs(attempts.kind, wrong, rules);
  return { ...attempts, wrong, last_wrong_ms: nowMs, blocked_until_ms: wait === 0 ? 0 : nowMs + wait };
}

export interface Guess {
  /** Null if the address is not counted. */
  address: string | null;
  /** The phones that the typed number may mean. A try counts against each of them. */
  phones: readonly string[];
  nowMs: number;
}

/** `open`: the phones that may be tried now; empty if all must wait. */
export interface GuessTicket {
  open: readonly string[];
  waitMs: number;
}

export class GuessLimit {
  readonly #database: Database;
  readonly #pepper: string;
  readonly #purpose: string;
  readonly #rules: GuessRules;

  /** Each purpose has its own counters. Without a purpose they count sign-ins. */
  constructor(
    database: Database,
    pepper: string,
    { purpose = '', rules = PIN_RULES }: { purpose?: string; rules?: GuessRules } = {},
  ) {
    this.#database = database;
    this.#pepper = pepper;
    this.#purpose = purpose;
    this.#rules = rules;
  }

  /** Counts one try, unless the address or all phones must wait. Without phones, only the address is counted. */
  async take({ address, phones, nowMs }: Guess): Promise<GuessTicket> {
    const phoneOf = new Map(phones.map((phone) => [this.#subject('phone', phone), phone]));
    const subjects = [
      ...this.#ofAddress(address),
      ...[...phoneOf.keys()].map((subject) => ({ kind: 'phone' as const, subject })),
    ];
    return this.#database.transaction({ businessId: null }, async (sql) => {
      const attempts = await lockAttempts(sql, subjects);
      const byAddress = attempts.filter(({ kind }) => kind === 'address');
      const byPhone = attempts.filter(({ kind }) => kind === 'phone');
      const open = byPhone.filter((counter) => counter.blocked_until_ms <= nowMs);
      const addressWaitMs = Math.max(0, ...byAddress.map((counter) => counter.blocked_until_ms - nowMs));
      if (addressWaitMs > 0) return { open: [], waitMs: addressWaitMs };
      if (open.length === 0 && byPhone.length > 0)
        return { open: [], waitMs: Math.min(...byPhone.map((counter) => counter.blocked_until_ms - nowMs)) };
      for (const counter of [...byAddress, ...open]) await writeAttempts(sql, countTry(counter, nowMs, this.#rules));
      return { open: open.map((counter) => phoneOf.get(counter.subject) ?? ''), waitMs: 0 };
    });
  }

  /**
   * Forgets the wrong tries of `phone`, whose PIN was right, and takes this try's count back from the other counters.
   */
  async giveBack({ address, phones, nowMs }: Guess, phone: string): Promise<void> {
    const right = this.#subject('phone', phone);
    const subjects = [
      ...this.#ofAddress(address),
      ...phones.map((each) => ({ kind: 'phone' as const, subject: this.#subject('phone', each) })),
    ];
    await this.#database.transaction({ businessId: null }, async (sql) => {
      for (const counter of await lockAttempts(sql, subjects)) {
        const wrong = counter.subject === right ? 0 : Math.max(0, counter.wrong - 1);
        await writeAttempts(sql, {
          ...counter,
          wrong,
          last_wrong_ms: wrong === 0 ? 0 : counter.last_wrong_ms,
          blocked_until_ms: Math.min(counter.blocked_until_ms, wrong === 0 ? 0 : nowMs),
        });
      }
    });
  }

  #ofAddress(address: string | null): { kind: AttemptKind; subject: string }[] {
    return address === null ? [] : [{ kind: 'address', subject: this.#subject('address', address) }];
  }

  /** Returns a keyed hash. The table holds no phones and no addresses, and the pepper is needed to find them. */
  #subject(kind: AttemptKind, text: string): string {
    return createHmac('sha256', this.#pepper).update(`${this.#purpose}${kind}:${text}`).digest('hex').slice(0, 40);
  }
}
