import { Hono } from 'hono';
import * as v from 'valibot';
import { auditRequestSchema } from '../../../sync/protocol/audit.ts';
import { knownActsRequestSchema } from '../../../sync/protocol/known-acts.ts';
import { type PullRequest, pullRequestSchema } from '../../../sync/protocol/pull.ts';
import { packPull } from '../../../sync/protocol/pull-wire.ts';
import { ACCOUNT_INACTIVE, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { type DeviceReport, deviceReportSchema, pushRequestSchema } from '../../../sync/protocol/push.ts';
import { recordSecurityEvent } from '../../account/security-trail.ts';
import { noteDevice } from '../../db/queries/device.ts';
import { answerAudit } from '../../mutate/answer-audit.ts';
import { answerKnownActs } from '../../mutate/answer-known-acts.ts';
import { answerPull, MayNotRead } from '../../mutate/answer-pull.ts';
import { BadPush, takePush } from '../../mutate/answer-push.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { noteDeviceExports } from '../calls/note-device-exports.ts';
import { ApiError, badRequest, outdated } from '../errors.ts';
import { PUSH_LIMITS, readPackedBody } from '../middleware/limits.ts';
import { BULK_JSON, parseJson } from '../request/parse-json.ts';
import { requireSender, requireSession, type Session, userAgentOf } from '../middleware/session.ts';

// The sync calls of devices (SYN-6 … SYN-13). Their bodies are exactly those of sync/protocol, without the envelope of
// other calls, because a device accepts nothing else as a response.

/** Registers the sync calls. A dismissed user's session may push and ask for known acts, but read no rows (SYN-25). */
export function syncRoutes(ports: ServerPorts, deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/sync/push', async (c) => {
    const caller = requireSender(c);
    const request = read(pushRequestSchema, parseOurs(await readPackedBody(c, PUSH_LIMITS)));
    const taken = await refusing(() => takePush(ports, caller, request));
    await noteDeviceExports(deps, caller, request, taken);
    return c.json(taken);
  });

  routes.get('/sync/pull', async (c) => {
    const caller = requireSession(c);
    const request = pullRequestOf(c);
    const page = await refusing(() => answerPull(ports, caller, request));
    if (request.device) await noteSeen(c, deps, caller, { ...request, report: request.device });
    return c.json(packPull(page));
  });

  routes.get('/sync/audit', async (c) => {
    const caller = requireSession(c);
    const number = numberOf(c);
    refuseOtherProtocols(number('protocol'));
    const request = read(auditRequestSchema, {
      protocol: number('protocol'),
      table: c.req.query('table'),
      fromMs: number('fromMs'),
      toMs: c.req.query('toMs') === undefined ? null : number('toMs'),
      historyFromMs: numberIn(c, 'historyFromMs'),
      tableSet: numberIn(c, 'tableSet'),
    });
    return c.json(await refusing(() => answerAudit(ports, caller, request)));
  });

  routes.post('/sync/acts', async (c) => {
    const caller = requireSender(c);
    const request = read(knownActsRequestSchema, parseOurs(await readPackedBody(c, PUSH_LIMITS)));
    return c.json(await answerKnownActs(ports, caller, request));
  });

  return routes;
}

/** Parses the body. Throws for another protocol before anything else is read, because it may have another format. */
function parseOurs(text: string): unknown {
  const body = parseJson(text, BULK_JSON);
  const said = v.safeParse(v.object({ protocol: v.number() }), body);
  if (!said.success) throw badRequest('The request does not say which protocol it speaks.');
  refuseOtherProtocols(said.output.protocol);
  return body;
}

function refuseOtherProtocols(protocol: number): void {
  if (protocol !== PROTOCOL_VERSION) throw outdated();
}

/** Parses by a schema; throws 400 if it fails. Only our own builds call this, so no person reads the message. */
function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (!parsed.success)
    throw badRequest(
      `The request is not of the protocol: ${v.getDotPath(parsed.issues[0]) ?? 'its body'}`.slice(0, 200),
    );
  return parsed.output;
}

const numberOf =
  (c: AppContext) =>
  (name: string): number => {
    const text = c.req.query(name) ?? '';
    return /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  };

/** Returns the number in the query; undefined if the parameter is absent. */
const numberIn = (c: AppContext, name: string): number | undefined =>
  c.req.query(name) === undefined ? undefined : numberOf(c)(name);

function pullRequestOf(c: AppContext): PullRequest {
  const number = numberOf(c);
  const protocol = number('protocol');
  if (Number.isNaN(protocol)) throw badRequest('The request does not say which protocol it speaks.');
  refuseOtherProtocols(protocol);
  return read(pullRequestSchema, {
    protocol,
    clientId: c.req.query('clientId'),
    cookie: c.req.query('cookie') || null,
    confirmedMid: number('confirmedMid'),
    want: c.req.query('want'),
    rowsMax: number('rowsMax'),
    tableSet: numberIn(c, 'tableSet'),
    older: olderIn(c.req.query('older')),
    device: reportIn(c.req.query('device')),
  });
}

/** Parses JSON. Returns other text unchanged, so that the schema refuses it; no build of ours sends such text. */
function olderIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the device's report; undefined if it cannot be read. Only a list shows it, so no pull fails because of it.
 */
function reportIn(text: string | undefined): DeviceReport | undefined {
  try {
    const report = v.safeParse(deviceReportSchema, JSON.parse(text ?? 'null'));
    return report.success ? report.output : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the device's report. An error is only logged, because the list of devices must not fail a pull (SYN-28). */
async function noteSeen(
  c: AppContext,
  deps: AppDeps,
  { businessId, userId, sessionId, origin }: Session,
  { clientId, confirmedMid, report }: { clientId: string; confirmedMid: number; report: DeviceReport },
): Promise<void> {
  const { database, clock, log } = deps;
  const seen = {
    clientId,
    confirmedMid,
    userId,
    sessionId,
    report,
    atMs: clock.nowMs(),
    userAgent: userAgentOf(c),
  };
  try {
    const isNew = await database.transaction({ businessId }, (sql) => noteDevice(sql, businessId, seen));
    if (isNew && !report.formerClientId)
      await recordSecurityEvent(deps, origin, { kind: 'new_device', businessId, userId, actorUserId: userId });
  } catch (error) {
    log.warn({ error, requestId: c.get('requestId') }, 'A device was not noted');
  }
}

/** Maps refusals of the mutate layer to HTTP errors. Throws other errors on. */
async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof BadPush) throw badRequest(error.message);
    if (error instanceof MayNotRead) throw new ApiError(401, ACCOUNT_INACTIVE, 'Your account is no longer active.');
    throw error;
  }
}
