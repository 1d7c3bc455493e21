import { businessCurrency } from '../../domain/business.ts';
import type { Customer } from '../../domain/people/customer.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import { type OrderRefusal, type OrderRequest, placedOrder } from '../../domain/sales/order-request.ts';
import { normalisePhone, PHONE_DIGITS_MIN } from '../../domain/text/phone.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { offsetMinutesAt } from '../../domain/time.ts';
import type { RowChange } from '../../sync/mutation/overlay.ts';
import { rowIdOf } from '../../sync/protocol/act.ts';
import { GuessLimit, type GuessRules } from '../account/guess-limit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readBusiness, takeNextVersion } from '../db/queries/business.ts';
import { readKeptAnswer } from '../db/queries/kept-answer.ts';
import { customersWithPhoneEnding, findBusinessBySlug, freeOrderStamp } from '../db/queries/storefront.ts';
import { createSqlChange } from '../db/sql-change.ts';
import type { EventsHub } from '../events-hub.ts';
import { changeOrNothing } from '../db/change-or-nothing.ts';
import { actOfKey, ANSWERS_KEPT_MS, type KeptAnswer, type RepeatKey } from '../mutate/plain-call.ts';
import { newAct, type Random } from '../random.ts';

export interface PlaceOrderPorts {
  database: Database;
  clock: Clock;
  random: Random;
  events: Pick<EventsHub, 'publish'>;
  limit: GuessLimit;
  /** Counts requests to order by their address alone, before they are read. */
  requests: GuessLimit;
  /** Notifies the shop's users; not awaited. */
  alert: (businessId: number, order: Order) => void;
}

const MINUTE_MS = 60_000;

/**
 * Limits the orders of one phone at one shop, and those of one address. A whole market may share one address, so the
 * first orders are free (G36). Each further order has to wait twice as long as the one before, up to an hour. A phone's
 * orders are forgotten after two hours without one: this is against floods, not against a customer who orders every day.
 */
export const ORDER_RULES: GuessRules = {
  phone: {
    ...{ freeTries: 10, firstWaitMs: MINUTE_MS, longestWaitMs: 60 * MINUTE_MS },
    forgottenAfterMs: 120 * MINUTE_MS,
  },
  address: { freeTries: 30, firstWaitMs: MINUTE_MS, longestWaitMs: 60 * MINUTE_MS },
};

export const orderLimit = (database: Database, pepper: string): GuessLimit =>
  new GuessLimit(database, pepper, { purpose: 'order', rules: ORDER_RULES });

/** Limits all requests to order, mistyped ones included. Requests beyond this limit are not even read (R-HOST-04). */
const REQUESTS_FREE = 60;

export const orderRequestLimit = (database: Database, pepper: string): GuessLimit =>
  new GuessLimit(database, pepper, {
    purpose: 'order-request',
    rules: { ...ORDER_RULES, address: { ...ORDER_RULES.address, freeTries: REQUESTS_FREE } },
  });

/** The user id of a visitor, who is no user. */
const NOBODY = 0;

export type PlaceOrderRefusal =
  | OrderRefusal
  | { code: 'no_store' }
  | { code: 'wait'; waitMs: number }
  | { code: 'key_of_another_request' };

/** A visitor's key, and the hash by which a repeat is told from another request. */
export interface OrderRepeat extends RepeatKey {
  /**
   * Until this age of the order, the same request is the same order. An older one is refused as another request,
   * because the visitor may want the same things again. Without it the same request is the same order for ever.
   */
  sameForMs?: number;
}

/** The response to a request and to its repeats. */
export interface PlacedAnswer {
  status: number;
  body: string;
}

export interface PlacedOrder extends PlacedAnswer {
  businessId: number;
}

/**
 * Counts a request to order against its address, before the body is read (R-HOST-04). Returns the response if the
 * request ends here: a refusal, or the stored response of the order that was placed under this key, which even an
 * address that has to wait gets (G60). null: go on.
 */
export async function admitOrder(
  { database, clock, requests }: Pick<PlaceOrderPorts, 'database' | 'clock' | 'requests'>,
  { slug, address, repeat }: { slug: string; address: string; repeat: OrderRepeat | null },
): Promise<Result<PlacedOrder | null, { code: 'wait'; waitMs: number }>> {
  const nowMs = clock.nowMs();
  const { waitMs } = await requests.take({ address, phones: [], nowMs });
  if (waitMs === 0) return ok(null);
  const earlier = repeat && (await answeredBefore(database, slug, repeat, nowMs));
  return earlier ? ok(earlier) : refuse({ code: 'wait', waitMs });
}

async function answeredBefore(
  database: Database,
  slug: string,
  repeat: OrderRepeat,
  nowMs: number,
): Promise<PlacedOrder | null> {
  const store = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
    findBusinessBySlug(sql, slug),
  );
  if (store === undefined) return null;
  const earlier = await database.transaction({ businessId: store.id, readOnly: true }, (sql) =>
    readKeptAnswer(sql, store.id, repeat.key, nowMs - ANSWERS_KEPT_MS),
  );
  const answer = earlier && repeated(earlier, repeat, nowMs);
  return answer?.ok === true ? { ...answer.value, businessId: store.id } : null;
}

export interface Visit {
  slug: string;
  address: string;
  request: OrderRequest;
  repeat: OrderRepeat | null;
  /** The currency of the prices that the visitor saw, which the shop may have changed since; null if it is not known. */
  currency: string | null;
}

/**
 * Creates a visitor's order (C-025, C-087, M11): at the shop's own prices, for the customer with this phone or a new
 * one. Takes the shop's lock like every change (SYN-7), and moves no stock. A repeat under the same key gets the same
 * response and creates no second order (G60).
 */
export async function placeOrder(
  ports: PlaceOrderPorts,
  visit: Visit,
  answerOf: (order: Order) => PlacedAnswer,
): Promise<Result<PlacedOrder, PlaceOrderRefusal>> {
  const { database, clock, random, limit } = ports;
  const { slug, address, request, repeat } = visit;
  const store = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
    findBusinessBySlug(sql, slug),
  );
  if (store === undefined) return refuse({ code: 'no_store' });
  const businessId = store.id;
  const nowMs = clock.nowMs();
  const keptSinceMs = nowMs - ANSWERS_KEPT_MS;
  // Sends a lost response again before tries are counted, so that a repeat never has to wait (G60).
  const earlier =
    repeat &&
    (await database.transaction({ businessId, readOnly: true }, (sql) =>
      readKeptAnswer(sql, businessId, repeat.key, keptSinceMs),
    ));
  if (repeat && earlier) return ofShop(repeated(earlier, repeat, nowMs), businessId);
  const ticket = await limit.take({ address, phones: [`${businessId} ${numberEnd(request.phone)}`], nowMs });
  if (ticket.open.length === 0) return refuse({ code: 'wait', waitMs: ticket.waitMs });

  const done = await changeOrNothing<{
    result: Result<PlacedAnswer, PlaceOrderRefusal>;
    news: News | null;
  }>((nothing) =>
    database.transaction({ businessId }, async (sql) => {
      const taken = await takeNextVersion(sql, businessId, random); // first of all statements (SYN-7)
      const tx = createSqlChange(sql, businessId, taken);
      const before = repeat && (await tx.keptAnswer(repeat.key, keptSinceMs));
      if (repeat && before) return nothing({ result: repeated(before, repeat, nowMs), news: null });
      const business = await readBusiness(sql, businessId);
      const { country = '', timeZone = 'UTC' } = business ?? {};
      const currency = businessCurrency(business);
      const seenCurrency = visit.currency ?? currency;
      if (seenCurrency !== currency) return nothing({ result: refuse({ code: 'total_differs' }), news: null });

      const itemIds = [...new Set(request.lines.map((line) => line.itemId))];
      const items = (await tx.getMany('item', itemIds)).filter((item) => item !== undefined);
      const act = repeat ? actOfKey(businessId, repeat.key) : newAct(random);
      const { id, lineIds, customerId } = idsOf(act, request);
      const [placed] = await tx.getMany('order', [id]);
      if (placed) return nothing({ result: placedBefore(placed, repeat, answerOf), news: null });
      const createdAtMs = await freeOrderStamp(sql, businessId, nowMs);
      const offsetMinutes = offsetMinutesAt(createdAtMs, timeZone);
      const number = normalisePhone(request.phone, country);
      const known = (await customersWithPhoneEnding(sql, businessId, number)).find(
        ({ phone }) => phone !== null && normalisePhone(phone, country) === number,
      );
      const customer = known ?? newCustomer(request, { id: customerId, createdAtMs, offsetMinutes });
      const facts = { id, lineIds, customerId: customer.id, currency, createdAtMs, offsetMinutes };
      const order = placedOrder(request, new Map(items.map((item: Item) => [item.id, item])), facts);
      if (!order.ok) return nothing({ result: order, news: null });

      const written: RowChange[] = [{ table: 'order', id, before: undefined, after: order.value }];
      if (known === undefined) written.push({ table: 'customer', id: customer.id, before: undefined, after: customer });
      await tx.writeRows(written);
      const answer = answerOf(order.value);
      if (repeat)
        await tx.keepAnswer(repeat.key, { ...answer, requestHash: repeat.requestHash, userId: NOBODY, atMs: nowMs });
      return { result: ok(answer), news: { epoch: tx.epoch, version: tx.version, order: order.value } };
    }),
  );
  if (done.news) announce(ports, businessId, done.news);
  return ofShop(done.result, businessId);
}

interface News {
  epoch: string;
  version: number;
  order: Order;
}

function announce({ events, alert }: PlaceOrderPorts, businessId: number, { order, ...version }: News): void {
  events.publish(businessId, version);
  alert(businessId, order);
}

/** Returns the id of the order that a request under this key makes. */
export const orderIdOfKey = (businessId: number, key: string): number => rowIdOf(actOfKey(businessId, key), 0);

/** Returns the ids of an order, of its lines, and of the customer to create if no customer has this phone. */
const idsOf = (act: string, { lines }: OrderRequest) => ({
  id: rowIdOf(act, 0),
  customerId: rowIdOf(act, 1),
  lineIds: lines.map((_, nth) => rowIdOf(act, 2 + nth)),
});

const ofShop = (
  result: Result<PlacedAnswer, PlaceOrderRefusal>,
  businessId: number,
): Result<PlacedOrder, PlaceOrderRefusal> => (result.ok ? ok({ ...result.value, businessId }) : result);

/** Returns the digits that every spelling of a number ends with, because the country is not known here (C-005). */
const numberEnd = (phone: string): string => normalisePhone(phone, '').slice(-PHONE_DIGITS_MIN);

function repeated(before: KeptAnswer, repeat: OrderRepeat, nowMs: number): Result<PlacedAnswer, PlaceOrderRefusal> {
  const isSame = before.requestHash === repeat.requestHash && nowMs - before.atMs <= (repeat.sameForMs ?? Infinity);
  if (!isSame) return refuse({ code: 'key_of_another_request' });
  return ok({ status: before.status, body: before.body });
}

/** Answers a request whose order is in the database while its response is no longer stored. */
const placedBefore = (
  placed: Order,
  repeat: OrderRepeat | null,
  answerOf: (order: Order) => PlacedAnswer,
): Result<PlacedAnswer, PlaceOrderRefusal> =>
  repeat?.sameForMs === undefined ? ok(answerOf(placed)) : refuse({ code: 'key_of_another_request' });

const newCustomer = (
  { name, phone, address }: OrderRequest,
  stamp: Pick<Customer, 'id' | 'createdAtMs' | 'offsetMinutes'>,
): Customer => ({ ...stamp, version: 0, name, phone, address, notes: null, createdByUserId: null });
