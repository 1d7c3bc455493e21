import type { Customer } from '../../../domain/people/customer.ts';
import type { Item } from '../../../domain/items/item.ts';
import type { Sql } from '../database.ts';
import { wordPatterns } from './shop-list.ts';

/** Finds the business with this slug (R-GEN-11). Through the door. */
export async function findBusinessBySlug(sql: Sql, slug: string): Promise<{ id: number; name: string } | undefined> {
  const [found] = await sql.query<{ id: number; name: string }>(
    'select id, name from business where slug = $1',
    [slug],
    'business_by_slug',
  );
  return found;
}

/** The number of last digits that the index holds. */
const END_DIGITS = 7;
const CUSTOMERS_MAX = 200;

/**
 * Reads the customers whose phone ends with the same digits, oldest first. The caller compares the whole numbers
 * (C-087).
 */
export async function customersWithPhoneEnding(sql: Sql, businessId: number, digits: string): Promise<Customer[]> {
  const found = await sql.query<{ version: number; doc: Customer }>(
    `select version, doc from customer
     where business_id = $1 and right(regexp_replace(doc ->> 'phone', '[^0-9]', '', 'g'), ${END_DIGITS}) = $2
       and doc ->> 'phone' is not null and not deleted order by created_at_ms, id limit ${CUSTOMERS_MAX}`,
    [businessId, digits.slice(-END_DIGITS)],
    'customer_phone_ending',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}

/** A free stamp is searched for within this time. No shop gets a thousand orders in a second. */
const STAMPS_LOOKED_AT_MS = 1_000;

/**
 * Returns the first instant from `fromMs` on that no order has. The order's number is made of it, so it is unique
 * (C-088).
 */
export async function freeOrderStamp(sql: Sql, businessId: number, fromMs: number): Promise<number> {
  const rows = await sql.query<{ created_at_ms: number }>(
    'select created_at_ms from customer_order where business_id = $1 and created_at_ms >= $2 and created_at_ms < $3',
    [businessId, fromMs, fromMs + STAMPS_LOOKED_AT_MS],
    'order_stamps',
  );
  const taken = new Set(rows.map((row) => row.created_at_ms));
  let stampMs = fromMs;
  while (taken.has(stampMs)) stampMs += 1;
  return stampMs;
}

/** SQL that is true for items in the shop's store (R-GEN-10, C-105). */
const IN_STORE = `business_id = $1 and not deleted and doc -> 'isKauntaEnabled' = 'true'::jsonb
  and doc -> 'isActive' = 'true'::jsonb and ($2::text[] is null or fold_text(concat_ws(E'\\n', name, doc ->> 'description')) like all ($2::text[]))`;

/** Reads a page of results of the items in the shop's store, by name. An empty `query` finds everything. */
export async function listStoreItems(
  sql: Sql,
  businessId: number,
  { query, limit, offset }: { query: string; limit: number; offset: number },
): Promise<{ items: Item[]; total: number }> {
  const patterns = wordPatterns(query);
  const [counted] = await sql.query<{ total: number }>(
    `select count(*) as total from item where ${IN_STORE}`,
    [businessId, patterns],
    'store_items_total',
  );
  const rows = await sql.query<{ version: number; doc: Item }>(
    `select version, doc from item where ${IN_STORE} order by lower(name), id limit $3::bigint offset $4::bigint`,
    [businessId, patterns, limit, offset],
    'store_items',
  );
  return { items: rows.map(({ version, doc }) => ({ ...doc, version })), total: counted?.total ?? 0 };
}
