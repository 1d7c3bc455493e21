import type { Customer } from '../../../domain/people/customer.ts';
import type { Item } from '../../../domain/items/item.ts';
import type { Sql } from '../database.ts';
import { wordPatterns } from './shop-list.ts';

/** Through the door: whose public address this is (R-GEN-11). */
export async function findBusinessBySlug(sql: Sql, slug: string): Promise<{ id: number; name: string } | undefined> {
  const [found] = await sql.query<{ id: number; name: string }>(
    'select id, name from business where slug = $1',
    [slug],
    'business_by_slug',
  );
  return found;
}

/** As many last digits as the index holds. */
const END_DIGITS = 7;
const CUSTOMERS_MAX = 200;

/**
 * Customers whose phone ends as this one does, oldest first: the few among whom to look for the same number (C-087).
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

/** A free stamp is searched for within this time: no shop takes a thousand orders in a second. */
const STAMPS_LOOKED_AT_MS = 1_000;

/** The next instant from this one on at which no order was placed, so that each has a number of its own (C-088). */
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

/** A page of what a shop sells online, by name; `query` '': everything. */
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
