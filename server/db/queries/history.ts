import { type Random, randomHex } from '../../random.ts';
import type { Sql } from '../database.ts';

// The history of a business: its epoch, its nonces, and how far back it is known.

/** Reads the nonce of a version; null if this history never had the version, or has forgotten it. */
export async function readNonce(sql: Sql, businessId: number, version: number): Promise<string | null> {
  const [mark] = await sql.query<{ nonce: string }>(
    'select nonce from version_mark where business_id = $1 and version = $2',
    [businessId, version],
    'version_mark_read',
  );
  return mark?.nonce ?? null;
}

/** Deletes the tombstones that are older than the instant (SYN-15). */
export async function forgetTombstones(sql: Sql, beforeMs: number): Promise<void> {
  await sql.query('select forget_tombstones($1)', [beforeMs]);
}

/** Begins a new history of the business (SYN-21). */
export async function beginEpoch(sql: Sql, businessId: number, random: Random): Promise<void> {
  await sql.query('update business set epoch = $2 where id = $1', [businessId, randomHex(random, 8)]);
}

export interface LastState {
  name: string;
  /** The time of the business's last change; null if that is longer ago than version marks are stored. */
  lastChangeAtMs: number | null;
  /** The number of devices seen in the 30 days before. They can send the changes that a restored server lacks. */
  devices: number;
}

const DEVICE_HEALS_MS = 30 * 86_400_000;

export async function readLastState(sql: Sql, businessId: number): Promise<LastState> {
  const [last] = await sql.query<{ name: string; last_change: number | null; devices: number }>(
    `select business.name,
       (select taken_at_ms from version_mark mark where mark.business_id = $1 and mark.version = business.version) as last_change,
       (select count(distinct client_id) from client where client.business_id = $1 and last_seen_ms >
         (select max(last_seen_ms) - $2::bigint from client newest where newest.business_id = $1)) as devices
     from business where id = $1`,
    [businessId, DEVICE_HEALS_MS],
  );
  if (!last) throw new Error('There is no business to restore');
  return { name: last.name, lastChangeAtMs: last.last_change, devices: last.devices };
}
