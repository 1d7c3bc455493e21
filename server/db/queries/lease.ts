import { firstIdOfBlock, LEASE_SIZE } from '../../../domain/id.ts';
import { type Random, randomBlock } from '../../random.ts';
import type { Sql } from '../database.ts';

export const SERVER_OWNER = 'server';

export interface LeaseGrant {
  businessId: number;
  owner: string;
  count: number;
  nowMs: number;
  random: Random;
}

/**
 * Hands out blocks of ids. Their numbers are drawn at random, so that a server restored from a backup does not issue
 * a block twice; one that happens to be taken is drawn again (SYN-2).
 */
export async function grantBlocks(
  sql: Sql,
  { businessId, owner, count, nowMs, random }: LeaseGrant,
): Promise<number[]> {
  const blocks: number[] = [];
  while (blocks.length < count) {
    const block = randomBlock(random);
    if (await grantBlock(sql, { businessId, block, owner, nowMs })) blocks.push(block);
  }
  return blocks;
}

/** Gives a block to an owner; false when it is taken already. */
export async function grantBlock(
  sql: Sql,
  grant: { businessId: number; block: number; owner: string; nowMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    'insert into lease_block (business_id, block, owner, granted_at_ms) values ($1, $2, $3, $4) on conflict do nothing returning block',
    [grant.businessId, grant.block, grant.owner, grant.nowMs],
    'lease_grant',
  );
  return rows.length === 1;
}

/** Ids for rows that the server itself brings into the world, out of its own blocks. The caller holds the business's lock. */
export async function takeServerIds(sql: Sql, grant: Omit<LeaseGrant, 'owner'>): Promise<number[]> {
  const { businessId, count } = grant;
  if (!(count >= 0 && count <= LEASE_SIZE)) throw new Error(`At most ${LEASE_SIZE} ids can be taken at once`);
  if (count === 0) return [];
  const [taken] = await sql.query<{ block: number; next_offset: number }>(
    `update lease_block set next_offset = next_offset + $2 where (business_id, block) =
       (select business_id, block from lease_block where business_id = $1 and owner = '${SERVER_OWNER}' and next_offset + $2 <= ${LEASE_SIZE} order by block limit 1)
     returning block, next_offset`,
    [businessId, count],
    'lease_take',
  );
  if (taken === undefined) {
    await grantBlocks(sql, { ...grant, owner: SERVER_OWNER, count: 1 });
    return takeServerIds(sql, grant);
  }
  const first = firstIdOfBlock(taken.block) + taken.next_offset - count;
  return Array.from({ length: count }, (_, index) => first + index);
}
