import type { SolvedTask } from '../../domain/people/guess-task.ts';
import { loginPhoneCandidates } from '../../domain/text/phone.ts';
import { refuse, ok, type Result } from '../../domain/result.ts';
import type { LoginInput } from '../../domain/people/user.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { findUsersByPhone, type SignInUser } from '../db/queries/user.ts';
import type { PinHasher } from '../pin-hash.ts';
import type { GateRefusal, GuessGate, TriedPhone } from './guess-gate.ts';
import type { KnownDevice } from './known-device.ts';

export type SignInRefusal = { code: 'wrong' } | { code: 'ambiguous_phone' } | GateRefusal;

export interface SignedIn {
  businessId: number;
  userId: number;
}

export interface SignInPorts {
  database: Database;
  pins: PinHasher;
  guesses: GuessGate;
  clock: Clock;
}

/** A number without a calling code may mean one user in each of several countries. At most this many are tried. */
const ACCOUNTS_TRIED_MAX = 6;

/**
 * Finds the user with this phone and PIN. Unknown phones are treated as wrong PINs: counted, and refused after the same
 * time with the same words.
 */
export async function signIn(
  ports: SignInPorts,
  input: LoginInput,
  caller: SignInCaller,
): Promise<Result<SignedIn, SignInRefusal>> {
  const { users, phones } = await accountsOfPhone(ports.database, input.phone);
  const taken = await ports.guesses.take({ ...triedBy(caller, users, phones), nowMs: ports.clock.nowMs() });
  if (!taken.ok) return taken;
  const ticket = taken.value;

  const tried = users.filter((user) => ticket.open.includes(user.phone_normalised));
  const matching = await usersWithPin(ports.pins, tried, input.pin).catch(async (error: unknown) => {
    await ticket.giveBack(null);
    throw error;
  });
  const [user, ...others] = matching;
  if (user === undefined) return refuse({ code: 'wrong' });
  if (others.length > 0) return refuse({ code: 'ambiguous_phone' });
  await ticket.giveBack(user.phone_normalised);
  return ok({ businessId: user.business_id, userId: user.id });
}

/** The caller of a sign-in: its networks, its device and the task that it has solved. */
export interface SignInCaller {
  networks: readonly string[];
  device: KnownDevice;
  task?: SolvedTask | undefined;
}

/** Returns the caller's try, with an entry for each user that the phone may mean, or for an unknown phone. */
export function triedBy(
  { networks, device, task }: SignInCaller,
  users: readonly SignInUser[],
  phones: readonly string[],
) {
  const nobodys = phones.map((phone): TriedPhone => ({ phone, device: null }));
  const tried = users.map(({ business_id, id, phone_normalised, pin_hash }): TriedPhone => {
    const name = device.nameFor({ businessId: business_id, userId: id });
    return { phone: phone_normalised, device: name && deviceForPin(name, pin_hash) };
  });
  return { networks, tried: users.length > 0 ? tried : nobodys, task };
}

/**
 * Returns the name under which a known device's tries at the present PIN are counted. Whoever got a new PIN, also from an
 * admin, begins anew: tries at the old one reveal nothing about it (R-PIN-13).
 */
export const deviceForPin = (deviceName: string, pinHash: string): string => `${deviceName} ${pinHash}`;

/**
 * Returns the users that a typed number may mean, and the phones to count tries for. Unknown phones are counted too.
 */
export async function accountsOfPhone(
  database: Database,
  typed: string,
): Promise<{ users: SignInUser[]; phones: string[] }> {
  const candidates = loginPhoneCandidates(typed);
  const users = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
    findUsersByPhone(sql, candidates, ACCOUNTS_TRIED_MAX),
  );
  const phones = users.length > 0 ? users.map((user) => user.phone_normalised) : [nobodysPhone(candidates)];
  return { users, phones };
}

async function usersWithPin(pins: PinHasher, users: readonly SignInUser[], pin: string): Promise<SignInUser[]> {
  if (users.length === 0) await pins.verifyNobody(pin);
  const matching: SignInUser[] = [];
  for (const user of users) if (await pins.verify(user.pin_hash, pin)) matching.push(user);
  return matching;
}

/** Returns the counter's name for an unknown phone: its last digits, so that all spellings share one counter. */
const nobodysPhone = (candidates: readonly string[]): string => `nobody:${(candidates[0] ?? '').slice(-8)}`;
