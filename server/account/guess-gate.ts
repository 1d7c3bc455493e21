import type { GuessTask, SolvedTask } from '../../domain/people/guess-task.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Database } from '../db/database.ts';
import {
  countActiveUsers,
  lockPressures,
  type KnownPressure,
  spendTask,
  writePressures,
} from '../db/queries/guess-pressure.ts';
import type { Random } from '../random.ts';
import { GuessLimit } from './guess-limit.ts';
import {
  ADDRESS_PRESSURE,
  CODE_BITS_MAX,
  installationPressure,
  PHONE_PRESSURE,
  SITE_PRESSURE,
} from './guess-pressure.ts';
import { type Counted, type PressureStore, StrangerLimit } from './stranger-limit.ts';

// Limits tries of PINs and codes. A known device, which has signed in as this user before, has five free tries and
// waits of its own; no other device uses them up. Unknown devices share their free tries, and must solve a task after
// them.

/** One of the phone numbers that the typed number may mean; it may belong to no user. */
export interface TriedPhone {
  phone: string;
  /** The name of this device for the user and their present PIN, if it is known to the user; else null. */
  device: string | null;
}

export interface Guess {
  /** The address and the networks around it; each counts tries. */
  networks: readonly string[];
  tried: readonly TriedPhone[];
  nowMs: number;
  task?: SolvedTask | undefined;
}

export type GateRefusal = { code: 'wait'; waitMs: number } | { code: 'task'; task: GuessTask };

/** The permission for one try. `open`: the phones that may be tried now, at least one. */
export interface Ticket {
  open: readonly string[];
  /** Takes the count of this try back. `rightPhone`: the phone it was right for; null if it could not be judged. */
  giveBack(rightPhone: string | null): Promise<void>;
}

export interface GatePorts {
  database: Database;
  pepper: string;
  random: Random;
}

/** The kinds of secrets that are guessed. */
export type GatePurpose = 'pin' | 'code';

const USERS_COUNTED_FOR_MS = 10 * 60_000;

export class GuessGate {
  readonly #database: Database;
  readonly #strangers: StrangerLimit;
  readonly #devices: GuessLimit;
  readonly #purpose: GatePurpose;
  #users = { count: 0, untilMs: Number.NEGATIVE_INFINITY };

  /** Each purpose has its own counters. */
  constructor({ database, pepper, random }: GatePorts, purpose: GatePurpose) {
    this.#database = database;
    this.#strangers = new StrangerLimit(sqlPressures(database), pepper, random);
    this.#devices = new GuessLimit(database, pepper, { purpose: `device-${purpose}` });
    this.#purpose = purpose;
  }

  /** Counts one try before it is judged, or refuses it. */
  async take(guess: Guess): Promise<Result<Ticket, GateRefusal>> {
    const known = await this.#takeKnown(guess);
    const strange = guess.tried.filter(({ device }) => device === null).map(({ phone }) => phone);
    const strangers = strange.length === 0 ? null : await this.#takeStrange(guess, strange);
    const open = [...known.open, ...(strangers?.ok ? strange : [])];
    if (open.length === 0)
      return refuse(
        strangers && !strangers.ok ? { code: 'task', task: strangers.error } : { code: 'wait', waitMs: known.waitMs },
      );
    return ok({
      open,
      giveBack: async (rightPhone) => {
        await known.giveBack(rightPhone);
        if (strangers?.ok) await strangers.value();
      },
    });
  }

  /**
   * Forgets the tries of unknown devices at this phone's PIN. Called after the PIN has changed: old tries reveal nothing
   * about the new one. Known devices count each PIN by itself, so theirs are over already.
   */
  async forgetStrangers(phone: string, nowMs: number): Promise<void> {
    const installation = ofInstallation(await this.#countUsers(nowMs));
    await this.#strangers.forget(this.#purpose, [installation, ofPhone(phone)], nowMs);
  }

  async #takeKnown({ tried, nowMs }: Guess) {
    const phoneOf = new Map(
      tried.flatMap(({ phone, device }): [string, string][] =>
        device === null ? [] : [[deviceKey(phone, device), phone]],
      ),
    );
    const guess = { address: null, phones: [...phoneOf.keys()], nowMs };
    const ticket = phoneOf.size === 0 ? { open: [], waitMs: 0 } : await this.#devices.take(guess);
    return {
      waitMs: ticket.waitMs,
      open: ticket.open.map((key) => phoneOf.get(key) ?? ''),
      giveBack: async (rightPhone: string | null) => {
        const right = ticket.open.find((key) => phoneOf.get(key) === rightPhone) ?? '';
        if (ticket.open.length > 0) await this.#devices.giveBack({ ...guess, phones: ticket.open }, right);
      },
    };
  }

  async #takeStrange(
    { networks, nowMs, task }: Guess,
    phones: readonly string[],
  ): Promise<Result<() => Promise<void>, GuessTask>> {
    const counted = cappedFor(this.#purpose, countedOf(await this.#countUsers(nowMs), networks, phones));
    const strangersTry = { purpose: this.#purpose, counted, nowMs, task };
    const taken = await this.#strangers.take(strangersTry);
    return taken.ok ? ok(() => this.#strangers.giveBack(strangersTry)) : taken;
  }

  async #countUsers(nowMs: number): Promise<number> {
    if (this.#users.untilMs <= nowMs) {
      const count = await this.#database.transaction({ businessId: null, readOnly: true }, countActiveUsers);
      this.#users = { count, untilMs: nowMs + USERS_COUNTED_FOR_MS };
    }
    return this.#users.count;
  }
}

/** Returns the counters for a try of an unknown device. `users`: how many users the installation has. */
export const countedOf = (
  users: number,
  networks: readonly string[],
  phones: readonly string[],
): [Counted, ...Counted[]] => [
  ofInstallation(users),
  ...ofNetworks(networks, [ADDRESS_PRESSURE, SITE_PRESSURE]),
  ...phones.map(ofPhone),
];

const deviceKey = (phone: string, device: string): string => `${phone} ${device}`;

type AllCounted = ReturnType<typeof countedOf>;
const cappedFor = (purpose: GatePurpose, counted: AllCounted): AllCounted =>
  purpose === 'pin'
    ? counted
    : // The cast is safe: `map` keeps the number of counters.
      (counted.map(({ name, rules }) => ({ name, rules: { ...rules, bitsMax: CODE_BITS_MAX } })) as AllCounted);

const ofInstallation = (users: number): Counted => ({ name: 'installation', rules: installationPressure(users) });
const ofPhone = (phone: string): Counted => ({ name: `phone ${phone}`, rules: PHONE_PRESSURE });

/** Returns a counter for the address and for each network around it, each with its own rules. */
export const ofNetworks = (networks: readonly string[], rules: readonly Counted['rules'][]): Counted[] =>
  networks.flatMap((network, index) => {
    const forThis = rules[index];
    return forThis ? [{ name: `address ${network}`, rules: forThis }] : [];
  });

/** Stores levels in the database. The lock on `first` makes changes run one after the other. */
export const sqlPressures = (database: Database): PressureStore => ({
  change: (first, subjects, nowMs, work) =>
    database.transaction({ businessId: null }, async (sql) => {
      const known = await lockPressures(sql, first, subjects, nowMs);
      return await work({
        levels: new Map(known.map((pressure: KnownPressure) => [pressure.subject, pressure])),
        write: (levels) => writePressures(sql, levels),
        spend: ({ id, expiresAtMs }) => spendTask(sql, id, expiresAtMs),
      });
    }),
});
