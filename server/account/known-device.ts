import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../random.ts';

// After a sign-in a device holds a cookie that the server signed for that user ('device cookies' of OWASP). Later
// sign-ins with it count as a known device's. The server stores nothing. One cookie holds all users of a shared phone.

export interface Account {
  businessId: number;
  userId: number;
}

/** The most users in one cookie, more than share a phone. The one who signed in longest ago is dropped. */
const ACCOUNTS_MAX = 8;
const NAME_BYTES = 12;

/** The users that have signed in on a device, read from its cookie. For each user the device has another name. */
export class KnownDevice {
  readonly #key: Buffer;
  readonly #random: Random;
  readonly #entries: readonly { account: string; name: string }[];

  constructor(pepper: string, random: Random, cookie: string | undefined) {
    this.#key = createHmac('sha256', pepper).update('kaunta device cookie').digest();
    this.#random = random;
    this.#entries = (cookie ?? '')
      .split('~', ACCOUNTS_MAX)
      .map((text) => this.#read(text))
      .filter((entry) => entry !== null);
  }

  /** Returns the name by which this user's device is known, or null if the user never signed in on it. */
  nameFor(account: Account): string | null {
    return this.#entries.find((entry) => entry.account === accountText(account))?.name ?? null;
  }

  /** Returns the device's new cookie, after this user has signed in on it. */
  cookieWith(account: Account): string {
    const text = accountText(account);
    const name = this.nameFor(account) ?? Buffer.from(this.#random.bytes(NAME_BYTES)).toString('base64url');
    const others = this.#entries.filter((entry) => entry.account !== text);
    return [{ account: text, name }, ...others]
      .slice(0, ACCOUNTS_MAX)
      .map((entry) => `${entry.account}.${entry.name}.${this.#seal(entry.account, entry.name)}`)
      .join('~');
  }

  #read(text: string): { account: string; name: string } | null {
    const [business = '', user = '', name = '', seal = ''] = text.split('.');
    const account = `${business}.${user}`;
    const [given, expected] = [Buffer.from(seal), Buffer.from(this.#seal(account, name))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? { account, name } : null;
  }

  #seal(account: string, name: string): string {
    return createHmac('sha256', this.#key).update(`${account}.${name}`).digest('base64url');
  }
}

const accountText = ({ businessId, userId }: Account): string => `${businessId.toString(36)}.${userId.toString(36)}`;
