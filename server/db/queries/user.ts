import type { User, UserRole } from '../../../domain/people/user.ts';
import type { Actor } from '../../mutate/server-store.ts';
import type { Sql } from '../database.ts';

export interface SignInUser {
  business_id: number;
  id: number;
  phone_normalised: string;
  pin_hash: string;
  role: UserRole;
}

/** Finds the active users whose phone has one of these normal forms. Through the door. */
export async function findUsersByPhone(sql: Sql, phones: readonly string[], usersMax: number): Promise<SignInUser[]> {
  return sql.query<SignInUser>(
    `select business_id, id, phone_normalised, pin_hash, role from app_user
     where is_active and phone_normalised = any($1::text[]) order by phone_normalised = $2 desc, phone_normalised limit $3`,
    [phones, phones[0] ?? '', usersMax],
    'user_by_phone',
  );
}

export async function readUser(sql: Sql, businessId: number, userId: number): Promise<User | undefined> {
  const [row] = await sql.query<{ doc: User; row_version: number }>(
    'select doc, row_version from app_user where business_id = $1 and id = $2',
    [businessId, userId],
    'user_by_id',
  );
  return row && { ...row.doc, version: row.row_version };
}

/** Reads the acting user in this transaction, because the session's knowledge may be out of date. */
export async function readActor(sql: Sql, businessId: number, userId: number): Promise<Actor | null> {
  const [found] = await sql.query<{ role: UserRole; is_active: boolean }>(
    'select role, is_active from app_user where business_id = $1 and id = $2',
    [businessId, userId],
    'user_actor',
  );
  return found ? { userId, role: found.role, isActive: found.is_active } : null;
}

export interface NewUser {
  user: User;
  phoneNormalised: string;
  pinHash: string;
}

/** Inserts a user. Violates the constraint `app_user_phone` if another active user has the phone. */
export async function insertUser(
  sql: Sql,
  businessId: number,
  { user, phoneNormalised, pinHash }: NewUser,
): Promise<void> {
  await sql.query(
    `insert into app_user (business_id, id, row_version, phone_normalised, pin_hash, role, is_owner, is_active, doc, created_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      businessId,
      user.id,
      user.version,
      phoneNormalised,
      pinHash,
      user.role,
      user.isBusinessOwner,
      user.isActive,
      JSON.stringify(user),
      user.createdAtMs,
    ],
  );
}

/** Lists all users of the business, dismissed ones too, oldest first. */
export async function listUsers(sql: Sql, businessId: number): Promise<User[]> {
  const rows = await sql.query<{ doc: User; row_version: number }>(
    'select doc, row_version from app_user where business_id = $1 order by created_at_ms, id',
    [businessId],
    'user_list',
  );
  return rows.map(({ doc, row_version }) => ({ ...doc, version: row_version }));
}

/** Reads the columns that only the check of a PIN needs. */
export async function readCredentials(
  sql: Sql,
  businessId: number,
  userId: number,
): Promise<Pick<SignInUser, 'phone_normalised' | 'pin_hash'> | undefined> {
  const [row] = await sql.query<Pick<SignInUser, 'phone_normalised' | 'pin_hash'>>(
    'select phone_normalised, pin_hash from app_user where business_id = $1 and id = $2 and is_active',
    [businessId, userId],
  );
  return row;
}

/** Changes the phone of a user. Violates the constraint `app_user_phone` if another active user has it. */
export async function writePhone(sql: Sql, businessId: number, userId: number, phoneNormalised: string): Promise<void> {
  await sql.query('update app_user set phone_normalised = $3 where business_id = $1 and id = $2', [
    ...[businessId, userId, phoneNormalised],
  ]);
}

/** Writes the hash; with `before`, only if that is still the stored hash. True if it was written. */
export async function writePinHash(
  sql: Sql,
  businessId: number,
  userId: number,
  pinHash: string,
  before: string | null = null,
): Promise<boolean> {
  const rows = await sql.query(
    'update app_user set pin_hash = $3 where business_id = $1 and id = $2 and ($4::text is null or pin_hash = $4) returning id',
    [businessId, userId, pinHash, before],
  );
  return rows.length === 1;
}
