import { createHmac } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { type AttemptKind, lockAttempts, type PinAttempts, writeAttempts } from '../db/queries/pin-attempt.ts';

// Tries that end in a wait: those of a device that an account knows, codes that are asked for, orders of the
// storefront. Every try is counted before it is judged, for the phone and for the address it comes from, so that many
// at once cannot slip through; a right PIN takes its count back. After the free tries each further one costs a wait,
// twice as long as the last, up to an hour. An address gets more tries than a phone: behind one address there may be a
// whole market.

/** How many tries are free, and what the next ones cost. */
export type GuessRules = Record<AttemptKind, { freeTries: number; firstWaitMs: number; longestWaitMs: number }>;

const WAITS = { firstWaitMs: 30_000, longestWaitMs: 60 * 60 * 1000 };
const PIN_RULES: GuessRules = { phone: { freeTries: 5, ...WAITS }, address: { freeTries: 20, ...WAITS } };
export const FORGOTTEN_AFTER_MS: Record<AttemptKind, number> = { phone: 24 * 60 * 60 * 1000, address: 60 * 60 * 1000 };

/** How long nobody may try after so many wrong ones. */
export function waitMs(kind: AttemptKind, wrong: number, rules: GuessRules = PIN_RULES): number {
  const { freeTries, firstWaitMs, longestWaitMs } = rules[kind];
  const beyond = wrong - freeTries;
  return beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs);
}

/** The counters after one more try at this time. */
export function countTry(attempts: PinAttempts, nowMs: number, rules: GuessRules = PIN_RULES): PinAttempts {
  const wrong = (nowMs - attempts.last_wrong_ms >= FORGOTTEN_AFTER_MS[attempts.kind] ? 0 : attempts.wrong) + 1;
  const wait = waitMs(attempts.kind, wrong, rules);
  return { ...attempts, wrong, last_wrong_ms: nowMs, blocked_until_ms: wait === 0 ? 0 : nowMs + wait };
}

export interface Guess {
  /** Null where the address does not matter. */
  address: string | null;
  /** The accounts that the phone may mean: a try counts against each. */
  phones: readonly string[];
  nowMs: number;
}

/** `open`: the phones that may be tried now. Empty when one has to wait. */
export interface GuessTicket {
  open: readonly string[];
  waitMs: number;
}

export class GuessLimit {
  readonly #database: Database;
  readonly #pepper: string;
  readonly #purpose: string;
  readonly #rules: GuessRules;

  /** Each purpose counts for itself; without one it is signing in. */
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

  /** Counts one try, unless the address or all of the phones have to wait; without phones the address alone counts. */
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

  /** The PIN was right for `phone`: forgets its wrong tries, and takes back what this one counted elsewhere. */
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

  /** Neither phones nor addresses stand in the table, only what cannot be turned back into them without the pepper. */
  #subject(kind: AttemptKind, text: string): string {
    return createHmac('sha256', this.#pepper).update(`${this.#purpose}${kind}:${text}`).digest('hex').slice(0, 40);
  }
}
