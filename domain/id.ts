import * as v from 'valibot';
import { assert } from './assert.ts';

/*
 * Ids are 53-bit integers out of leases (SYN-2): a 33-bit block number × 2^20, plus a place within the block.
 * Block 0 is never leased: its ids belong to what every Kaunta carries, such as the categories.
 */

/** Ids in one block. */
export const LEASE_SIZE = 2 ** 20;

/** Block numbers that may be leased run from 1 to this. */
export const LEASE_BLOCK_MAX = 2 ** 33 - 1;

/** A row's id: a safe integer from 1 to 2^53 - 1. */
export const idSchema = v.pipe(
  v.number('An id must be a number'),
  v.safeInteger('An id must be a whole number'),
  v.minValue(1, 'An id must be at least 1'),
);

/** A block of ids owned by one client: `next` of its ids, 0 … LEASE_SIZE, are used. */
export interface Lease {
  block: number;
  next: number;
}

/** The id at place 0 of a leased block. */
export function firstIdOfBlock(block: number): number {
  assert(
    Number.isSafeInteger(block) && block >= 1 && block <= LEASE_BLOCK_MAX,
    'A lease block is a whole number from 1 to 2^33 - 1',
  );
  return block * LEASE_SIZE;
}

/** The block an id was minted in; 0 for the ids of what every Kaunta carries. */
export function blockOfId(id: number): number {
  assert(Number.isSafeInteger(id) && id >= 1, 'An id is a safe integer from 1');
  return Math.floor(id / LEASE_SIZE);
}

/** Takes the lease's next id and answers the lease after it, or null when the block is used up. */
export function takeId(lease: Lease): { id: number; lease: Lease } | null {
  assert(Number.isSafeInteger(lease.next) && lease.next >= 0, 'A lease counts its used ids from 0');
  if (lease.next >= LEASE_SIZE) return null;
  return { id: firstIdOfBlock(lease.block) + lease.next, lease: { ...lease, next: lease.next + 1 } };
}

/** The id in an address (`/sales/{id}`), or null when it is not one, so that nothing is fetched (R-SDET-07, R-SDET-08). */
export function parseRouteId(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) && id >= 1 ? id : null;
}
