import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../random.ts';

// A device that has signed in to an account is known to it afterwards ('device cookies' of OWASP): by a cookie that only
// the server can make, bound to the account. Nothing is kept of it. A phone that several people share is known to each.

export interface Account {
  businessId: number;
  userId: number;
}

/** More people than share a phone; the one who was there longest ago makes room. */
const ACCOUNTS_MAX = 8;
const NAME_BYTES = 12;

/** The accounts that a device is known to, by a name that it has for each. */
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

  /** The name that this device has for the account; null where it never signed in to it. */
  nameFor(account: Account): string | null {
    return this.#entries.find((entry) => entry.account === accountText(account))?.name ?? null;
  }

  /** The cookie of the device from now on, which has just signed in to the account. */
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
