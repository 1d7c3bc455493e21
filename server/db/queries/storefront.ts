import type { Customer } from '../../../domain/customer.ts';
import type { Sql } from '../database.ts';

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

/** Customers whose phone ends as this one does, oldest first: the few among whom to look for the same number (C-087). */
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

/** Of one shop; no shop takes as many orders within a second. */
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
