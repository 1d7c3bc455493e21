import type { Outcome, OutcomeKind } from '../../../sync/protocol/outcome.ts';
import type { DeviceReport } from '../../../sync/protocol/push.ts';
import type { ClientRow, DecidedAct, Failure } from '../../mutate/server-store.ts';
import type { Sql } from '../database.ts';

// The clients of a business, the outcomes of their mutations, and the failures inside these mutations.

interface ClientRecord {
  client_id: string;
  user_id: number;
  lmid: number;
  hash: string;
}

export async function readClient(sql: Sql, businessId: number, clientId: string): Promise<ClientRow | null> {
  const [found] = await sql.query<ClientRecord>(
    'select client_id, user_id, lmid, hash from client where business_id = $1 and client_id = $2',
    [businessId, clientId],
    'client_read',
  );
  return found ? { clientId: found.client_id, userId: found.user_id, lmid: found.lmid, hash: found.hash } : null;
}

/** Writes the client. Without a report the device's last report stays. */
export async function writeClient(
  sql: Sql,
  businessId: number,
  client: ClientRow,
  seenAtMs: number,
  report: DeviceReport | null,
): Promise<void> {
  await sql.query(
    `insert into client (business_id, client_id, user_id, lmid, hash, created_at_ms, last_seen_ms,
       reported_depth, oldest_ms, app_version, clock_offset_ms, persistent_storage, former_client_id)
     values ($1, $2, $3, $4, $5, $6, $6, $8, $9, $10, $11, $12, $13)
     on conflict (business_id, client_id) do update set user_id = excluded.user_id, lmid = excluded.lmid, hash = excluded.hash,
       last_seen_ms = excluded.last_seen_ms,
       reported_depth = case when $7 then excluded.reported_depth else client.reported_depth end,
       oldest_ms = case when $7 then excluded.oldest_ms else client.oldest_ms end,
       app_version = case when $7 then excluded.app_version else client.app_version end,
       clock_offset_ms = case when $7 then excluded.clock_offset_ms else client.clock_offset_ms end,
       persistent_storage = case when $7 then excluded.persistent_storage else client.persistent_storage end`,
    [
      businessId,
      client.clientId,
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
      report?.formerClientId ?? null,
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

const OUTCOME = "mid, encode(hash, 'hex') as hash, outcome, codes, detail";

/** Reads outcomes in mid order. */
export async function readOutcomes(
  sql: Sql,
  businessId: number,
  clientId: string,
  mids: readonly number[],
): Promise<Outcome[]> {
  if (mids.length === 0) return [];
  const found = await sql.query<OutcomeRecord>(
    `select ${OUTCOME} from outcome where business_id = $1 and client_id = $2 and mid = any($3::bigint[]) order by mid`,
    [businessId, clientId, mids],
    'outcome_read',
  );
  return found.map(outcomeOf);
}

/** Reads outcomes in mid order. */
export async function readOutcomesAfter(
  sql: Sql,
  businessId: number,
  clientId: string,
  mid: number,
): Promise<Outcome[]> {
  const found = await sql.query<OutcomeRecord>(
    `select ${OUTCOME} from outcome where business_id = $1 and client_id = $2 and mid > $3 order by mid`,
    [businessId, clientId, mid],
    'outcome_after',
  );
  return found.map(outcomeOf);
}

/** Reads the decisions on these acts, whichever client sent them. */
export async function readDecided(sql: Sql, businessId: number, acts: readonly string[]): Promise<DecidedAct[]> {
  if (acts.length === 0) return [];
  const found = await sql.query<OutcomeRecord & { act: string; attempt: number }>(
    `select encode(act, 'hex') as act, attempt, ${OUTCOME} from outcome
     where business_id = $1 and act = any(select decode(asked, 'hex') from unnest($2::text[]) asked)`,
    [businessId, acts],
    'outcome_decided',
  );
  return found.map((record) => ({ act: record.act, attempt: record.attempt, outcome: outcomeOf(record) }));
}

export async function insertOutcomes(
  sql: Sql,
  businessId: number,
  clientId: string,
  decided: readonly DecidedAct[],
  when: { version: number; atMs: number },
): Promise<void> {
  if (decided.length === 0) return;
  const rows = decided.map(({ act, attempt, outcome }) => ({ act, attempt, ...outcome }));
  await sql.query(
    `insert into outcome (business_id, client_id, mid, hash, act, attempt, version, outcome, codes, detail, created_at_ms)
     select $1, $2, said.mid, decode(said.h, 'hex'), decode(said.act, 'hex'), said.attempt, $3, said.kind, said.codes, said.detail, $4
     from jsonb_to_recordset($5::jsonb) as said(mid bigint, h text, act text, attempt integer, kind text, codes jsonb, detail jsonb)`,
    [businessId, clientId, when.version, when.atMs, JSON.stringify(rows)],
    'outcome_insert',
  );
}

export async function readFailure(
  sql: Sql,
  businessId: number,
  clientId: string,
  mid: number,
): Promise<Failure | null> {
  const [found] = await sql.query<{ failures: number; first_failed_ms: number }>(
    'select failures, first_failed_ms from mutation_failure where business_id = $1 and client_id = $2 and mid = $3',
    [businessId, clientId, mid],
    'failure_read',
  );
  return found ? { count: found.failures, firstAtMs: found.first_failed_ms } : null;
}

export async function writeFailure(
  sql: Sql,
  businessId: number,
  clientId: string,
  mid: number,
  failed: Failure & { reason: string; atMs: number },
): Promise<void> {
  await sql.query(
    `insert into mutation_failure (business_id, client_id, mid, failures, first_failed_ms, last_failed_ms, last_error)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (business_id, client_id, mid) do update set failures = excluded.failures, first_failed_ms = excluded.first_failed_ms,
       last_failed_ms = excluded.last_failed_ms, last_error = excluded.last_error`,
    [businessId, clientId, mid, failed.count, failed.firstAtMs, failed.atMs, storable(failed.reason)],
    'failure_write',
  );
}

export async function insertQuarantined(
  sql: Sql,
  businessId: number,
  clientId: string,
  mid: number,
  set: { raw: string; reason: string; atMs: number },
): Promise<void> {
  await sql.query(
    'insert into quarantine (business_id, client_id, mid, raw, reason, created_at_ms) values ($1, $2, $3, $4, $5, $6)',
    [businessId, clientId, mid, set.raw, storable(set.reason), set.atMs],
    'quarantine_insert',
  );
}

const REASON_CHARS_MAX = 500;

/** Cuts a text that is only shown to people, and removes characters that PostgreSQL cannot store. */
const storable = (text: string): string => text.slice(0, REASON_CHARS_MAX).replaceAll('\0', ' ').toWellFormed();
