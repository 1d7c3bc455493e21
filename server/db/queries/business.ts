import type { Business } from '../../../domain/business.ts';
import { type Random, randomHex } from '../../random.ts';
import type { Sql } from '../database.ts';

export interface BusinessVersion {
  version: number;
  epoch: string;
  /** Random, new with each version: distinguishes two histories that have the same version after a restore (SYN-21). */
  nonce: string;
  /** Tombstones up to this version are deleted (SYN-15). */
  horizon: number;
}

const VERSION = 'version, epoch, version_nonce as nonce, tombstone_horizon as horizon';

/**
 * Locks the business and takes its next version. Must be the first statement of every transaction that changes what
 * devices share (SYN-7): then the order of versions is the order of commits.
 */
export async function takeNextVersion(sql: Sql, businessId: number, random: Random): Promise<BusinessVersion> {
  const [row] = await sql.query<BusinessVersion>(
    `update business set version = version + 1, version_nonce = $2 where id = $1 returning ${VERSION}`,
    [businessId, randomHex(random, 8)],
    'business_next_version',
  );
  if (row === undefined) throw new Error('There is no business to take a version of');
  return row;
}

/** Reads the newest version without a lock. The event stream begins with it (SYN-16). */
export async function readVersion(sql: Sql, businessId: number): Promise<BusinessVersion | undefined> {
  const [row] = await sql.query<BusinessVersion>(
    `select ${VERSION} from business where id = $1`,
    [businessId],
    'business_version',
  );
  return row;
}

export async function readBusiness(sql: Sql, businessId: number): Promise<Business | undefined> {
  const [row] = await sql.query<{ doc: Business; row_version: number }>(
    'select doc, row_version from business where id = $1',
    [businessId],
    'business_by_id',
  );
  return row && { ...row.doc, version: row.row_version };
}

export interface NewBusiness {
  business: Business;
  epoch: string;
  versionNonce: string;
}

/** Inserts the business unless its slug is taken. Returns true if it was inserted. */
export async function insertBusiness(sql: Sql, { business, epoch, versionNonce }: NewBusiness): Promise<boolean> {
  const rows = await sql.query(
    `insert into business (id, slug, name, version, epoch, version_nonce, row_version, doc, created_at_ms)
     values ($1, $2, $3, $4, $5, $6, $4, $7, $8) on conflict (slug) do nothing returning id`,
    [
      business.id,
      business.slug,
      business.name,
      business.version,
      epoch,
      versionNonce,
      JSON.stringify(business),
      business.createdAtMs,
    ],
  );
  return rows.length === 1;
}

/** Sets the slug. Violates the unique constraint `business_slug` if another business has it. */
export async function writeSlug(sql: Sql, businessId: number, slug: string): Promise<void> {
  await sql.query('update business set slug = $2 where id = $1', [businessId, slug]);
}

/** Returns the slugs of all businesses with this prefix. '~' ends the range: no character of a slug sorts after 'z'. */
export async function findTakenSlugs(sql: Sql, beginning: string): Promise<Set<string>> {
  const rows = await sql.query<{ slug: string }>('select slug from business where slug >= $1 and slug < $2', [
    beginning,
    `${beginning}~`,
  ]);
  return new Set(rows.map((row) => row.slug));
}

/** Returns a page of business ids in ascending order, after the given one. */
export async function listBusinessIds(sql: Sql, after: number, idsMax: number): Promise<number[]> {
  const rows = await sql.query<{ id: number }>('select id from business where id > $1 order by id limit $2', [
    after,
    idsMax,
  ]);
  return rows.map((row) => row.id);
}
