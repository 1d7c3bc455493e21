import type { Business } from '../../domain/business.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import { normalisePhone } from '../../domain/text/phone.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { nextFreeSlug, slugFromName } from '../../domain/text/slug.ts';
import type { RegistrationInput } from '../../domain/people/registration.ts';
import { type User, usernameOf } from '../../domain/people/user.ts';
import type { Clock } from '../clock.ts';
import { type Database, isUniqueViolation, type Sql } from '../db/database.ts';
import { findTakenSlugs, insertBusiness } from '../db/queries/business.ts';
import { insertUser } from '../db/queries/user.ts';
import type { PinHasher } from '../pin-hash.ts';
import { newAct, type Random, randomHex, randomId } from '../random.ts';
import { rowIdOf } from '../../sync/protocol/act.ts';
import { zoneOfCountry } from './country-zone.ts';

export interface Registered {
  business: Business;
  owner: User;
}

export interface RegisterPorts {
  database: Database;
  pins: PinHasher;
  clock: Clock;
  random: Random;
}

/** The version of everything that a new business starts with. */
const FIRST_VERSION = 1;
const SLUG_TRIES_MAX = 20;
/** The number of characters of a slug that stay when a number is added to it. */
const SLUG_STEM_CHARS = 40;

/**
 * Creates a business, its owner and its first payment method in one transaction. The unique index decides whether the
 * phone is free, so of two simultaneous registrations the second is refused.
 */
export async function registerBusiness(
  ports: RegisterPorts,
  input: RegistrationInput,
): Promise<Result<Registered, 'phone_taken'>> {
  const pinHash = await ports.pins.hash(input.pin);
  const phoneNormalised = normalisePhone(input.phone, input.country);
  const businessId = randomId(ports.random);
  const slugStem = slugFromName(input.businessName);
  for (let tried = 0; tried < SLUG_TRIES_MAX; tried += 1) {
    const taken = await ports.database.transaction({ businessId: null, readOnly: true }, (sql) =>
      findTakenSlugs(sql, slugStem.slice(0, SLUG_STEM_CHARS)),
    );
    const slug = nextFreeSlug(slugStem, (candidate) => taken.has(candidate));
    try {
      const registered = await ports.database.transaction({ businessId }, (sql) =>
        insertAll(sql, ports, { input, businessId, slug, phoneNormalised, pinHash }),
      );
      if (registered !== undefined) return ok(registered);
    } catch (error) {
      if (isUniqueViolation(error, 'app_user_phone')) return refuse('phone_taken');
      throw error;
    }
  }
  throw new Error('No slug stayed free long enough to be taken');
}

interface Registration {
  input: RegistrationInput;
  businessId: number;
  slug: string;
  phoneNormalised: string;
  pinHash: string;
}

/** Inserts all rows. Returns undefined and writes nothing if another registration has just taken the slug. */
async function insertAll(
  sql: Sql,
  { clock, random }: RegisterPorts,
  registration: Registration,
): Promise<Registered | undefined> {
  const { businessId, phoneNormalised, pinHash } = registration;
  const nowMs = clock.nowMs();
  const business = newBusiness(registration, nowMs);
  const versions = { epoch: randomHex(random, 8), versionNonce: randomHex(random, 8) };
  if (!(await insertBusiness(sql, { business, ...versions }))) return undefined;
  const act = newAct(random);
  const [ownerId, cashId] = [rowIdOf(act, 0), rowIdOf(act, 1)];
  const owner = newOwner(registration.input, ownerId, nowMs);
  await insertUser(sql, businessId, { user: owner, phoneNormalised, pinHash });
  const cash = cashMethod(cashId, nowMs);
  await sql.query('insert into payment_method (business_id, id, version, doc) values ($1, $2, $3, $4)', [
    businessId,
    cash.id,
    cash.version,
    JSON.stringify(cash),
  ]);
  const withDefault = { ...business, defaultPaymentMethodId: cash.id };
  await sql.query('update business set doc = $2 where id = $1', [businessId, JSON.stringify(withDefault)]);
  return { business: withDefault, owner };
}

function newBusiness({ input, businessId, slug }: Registration, nowMs: number): Business {
  return {
    id: businessId,
    version: FIRST_VERSION,
    name: input.businessName,
    slug,
    profileImageUrl: null,
    email: input.email,
    phone: input.phone,
    address: input.address,
    country: input.country,
    currency: input.currency,
    timeZone: input.timeZone ?? zoneOfCountry(input.country, nowMs),
    socialMediaX: null,
    socialMediaInstagram: null,
    socialMediaTiktok: null,
    businessCategoryId: input.businessCategoryId,
    description: null,
    defaultPaymentMethodId: null,
    createdAtMs: nowMs,
  };
}

/** Returns the registrant's user: the owner and an admin, whatever the request says (C-012, R-REG-32, R-REG-33). */
function newOwner(input: RegistrationInput, id: number, nowMs: number): User {
  return {
    id,
    version: FIRST_VERSION,
    username: usernameOf(input),
    firstName: input.firstName,
    lastName: input.lastName,
    phone: input.phone,
    email: input.email,
    role: 'admin',
    isBusinessOwner: true,
    isActive: true,
    createdAtMs: nowMs,
  };
}

/** Returns the method Cash, which every shop has. It cannot be removed, and is the first default (C-131, C-133). */
function cashMethod(id: number, nowMs: number): PaymentMethod {
  return {
    id,
    version: FIRST_VERSION,
    name: 'Cash',
    icon: 'Banknote',
    isReadonly: true,
    isArchived: false,
    aliasOfId: null,
    createdByUserId: null,
    createdAtMs: nowMs,
  };
}
