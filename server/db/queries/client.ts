import type { Outcome, OutcomeKind } from '../../../sync/protocol/outcome.ts';
import type { DeviceReport } from '../../../sync/protocol/push.ts';
import type { ClientKey, ClientRow, Failure } from '../../mutate/server-store.ts';
import type { Sql } from '../database.ts';

// The devices of a business, what was decided of their mutations, and what went wrong inside them.

interface ClientRecord {
  client_id: string;
  incarnation: number;
  user_id: number;
  lmid: number;
  hash: string;
}

const clientOf = ({ client_id, incarnation, user_id, lmid, hash }: ClientRecord): ClientRow => ({
  clientId: client_id,
  incarnation,
  userId: user_id,
  lmid,
  hash,
});

const keyParams = (businessId: number, { clientId, incarnation }: ClientKey) =>
  [businessId, clientId, incarnation] as const;

export async function readClient(sql: Sql, businessId: number, key: ClientKey): Promise<ClientRow | null> {
  const [found] = await sql.query<ClientRecord>(
    'select client_id, incarnation, user_id, lmid, hash from client where business_id = $1 and client_id = $2 and incarnation = $3',
    keyParams(businessId, key),
    'client_read',
  );
  return found ? clientOf(found) : null;
}

export async function readIncarnations(sql: Sql, businessId: number, clientId: string): Promise<ClientRow[]> {
  const found = await sql.query<ClientRecord>(
    'select client_id, incarnation, user_id, lmid, hash from client where business_id = $1 and client_id = $2 order by incarnation',
    [businessId, clientId],
    'client_incarnations',
  );
  return found.map(clientOf);
}

/** Without a report what the device last reported stays. */
export async function writeClient(
  sql: Sql,
  businessId: number,
  client: ClientRow,
  seenAtMs: number,
  report: DeviceReport | null,
): Promise<void> {
  await sql.query(
    `insert into client (business_id, client_id, incarnation, user_id, lmid, hash, created_at_ms, last_seen_ms,
       reported_depth, oldest_ms, app_version, clock_offset_ms, persistent_storage)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $9, $10, $11, $12, $13)
     on conflict (business_id, client_id, incarnation) do update set user_id = excluded.user_id, lmid = excluded.lmid, hash = excluded.hash,
       last_seen_ms = excluded.last_seen_ms,
       reported_depth = case when $8 then excluded.reported_depth else client.reported_depth end,
       oldest_ms = case when $8 then excluded.oldest_ms else client.oldest_ms end,
       app_version = case when $8 then excluded.app_version else client.app_version end,
       clock_offset_ms = case when $8 then excluded.clock_offset_ms else client.clock_offset_ms end,
       persistent_storage = case when $8 then excluded.persistent_storage else client.persistent_storage end`,
    [
      ...keyParams(businessId, client),
      client.userId,
      client.lmid,
      client.hash,
      seenAtMs,
      report !== null,
      report === null ? null : Math.min(report.pendingCount, INT4_MAX),
      report?.oldestPendingAtMs ?? null,
      report === null ? null : storable(report.appVersion),
      report?.clockOffsetMs ?? null,
      report?.storagePersistent ?? null,
    ],
    'client_write',
  );
}

const INT4_MAX = 2 ** 31 - 1;

interface OutcomeRecord {
  mid: number;
  hash: string;
  outcome: OutcomeKind;
  codes: string[];
  detail: Outcome['detail'];
}

const outcomeOf = ({ mid, hash, outcome, codes, detail }: OutcomeRecord): Outcome => ({
  mid,
  h: hash,
  kind: outcome,
  codes,
  detail,
});

/** In mid order. */
export async function readOutcomes(
  sql: Sql,
  businessId: number,
  key: ClientKey,
  mids: readonly number[],
): Promise<Outcome[]> {
  if (mids.length === 0) return [];
  const found = await sql.query<OutcomeRecord>(
    `select mid, hash, outcome, codes, detail from outcome
     where business_id = $1 and client_id = $2 and incarnation = $3 and mid = any($4::bigint[]) order by mid`,
    [...keyParams(businessId, key), mids],
    'outcome_read',
  );
  return found.map(outcomeOf);
}

/** In mid order. */
export async function readOutcomesAfter(sql: Sql, businessId: number, key: ClientKey, mid: number): Promise<Outcome[]> {
  const found = await sql.query<OutcomeRecord>(
    'select mid, hash, outcome, codes, detail from outcome where business_id = $1 and client_id = $2 and incarnation = $3 and mid > $4 order by mid',
    [...keyParams(businessId, key), mid],
    'outcome_after',
  );
  return found.map(outcomeOf);
}

/** What was refused or set aside, in mid order. */
export async function readRefusals(sql: Sql, businessId: number, key: ClientKey): Promise<Outcome[]> {
  const found = await sql.query<OutcomeRecord>(
    `select mid, hash, outcome, codes, detail from outcome where business_id = $1 and client_id = $2 and incarnation = $3
     and outcome in ('refused', 'quarantined') order by mid`,
    keyParams(businessId, key),
    'outcome_refusals',
  );
  return found.map(outcomeOf);
}

export async function insertOutcomes(
  sql: Sql,
  businessId: number,
  key: ClientKey,
  outcomes: readonly Outcome[],
  decided: { version: number; atMs: number },
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql.query(
    `insert into outcome (business_id, client_id, incarnation, mid, hash, version, outcome, codes, detail, created_at_ms)
     select $1, $2, $3, told.mid, told.h, $4, told.kind, told.codes, told.detail, $5
     from jsonb_to_recordset($6::jsonb) as told(mid bigint, h text, kind text, codes jsonb, detail jsonb)`,
    [...keyParams(businessId, key), decided.version, decided.atMs, JSON.stringify(outcomes)],
    'outcome_insert',
  );
}

export async function readFailure(sql: Sql, businessId: number, key: ClientKey, mid: number): Promise<Failure | null> {
  const [found] = await sql.query<{ failures: number; first_failed_ms: number }>(
    'select failures, first_failed_ms from mutation_failure where business_id = $1 and client_id = $2 and incarnation = $3 and mid = $4',
    [...keyParams(businessId, key), mid],
    'failure_read',
  );
  return found ? { count: found.failures, firstAtMs: found.first_failed_ms } : null;
}

export async function writeFailure(
  sql: Sql,
  businessId: number,
  key: ClientKey,
  mid: number,
  failed: Failure & { reason: string; atMs: number },
): Promise<void> {
  await sql.query(
    `insert into mutation_failure (business_id, client_id, incarnation, mid, failures, first_failed_ms, last_failed_ms, last_error)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (business_id, client_id, incarnation, mid) do update set failures = excluded.failures, first_failed_ms = excluded.first_failed_ms,
       last_failed_ms = excluded.last_failed_ms, last_error = excluded.last_error`,
    [...keyParams(businessId, key), mid, failed.count, failed.firstAtMs, failed.atMs, storable(failed.reason)],
    'failure_write',
  );
}

export async function insertQuarantined(
  sql: Sql,
  businessId: number,
  key: ClientKey,
  mid: number,
  set: { raw: string; reason: string; atMs: number },
): Promise<void> {
  await sql.query(
    'insert into quarantine (business_id, client_id, incarnation, mid, raw, reason, created_at_ms) values ($1, $2, $3, $4, $5, $6, $7)',
    [...keyParams(businessId, key), mid, set.raw, storable(set.reason), set.atMs],
    'quarantine_insert',
  );
}

const REASON_CHARS_MAX = 500;

/** What is only told to people: cut, and without what PostgreSQL cannot keep, so that telling it never fails. */
const storable = (text: string): string => text.slice(0, REASON_CHARS_MAX).replaceAll('\0', ' ').toWellFormed();
