import * as v from 'valibot';
import { outcomeSchema } from './outcome.ts';

/** Changes whenever what travels changes; a test pins the schemas to it. */
export const PROTOCOL_VERSION = 1;

/** The `error` of a 401 whose session belongs to a user who was dismissed: it may push and nothing else (SYN-25). */
export const ACCOUNT_INACTIVE = 'account_inactive';

export const PUSH_MUTATIONS_MAX = 100;
export const PUSH_BYTES_MAX = 256 * 1024;
/** Before compression: what a device puts into one batch, and what the server unpacks at most. */
export const PUSH_PLAIN_BYTES_MAX = 1024 * 1024;

const mid = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

export const wireMutationSchema = v.object({
  mid,
  name: v.pipe(v.string(), v.maxLength(60)),
  /** The format version of the arguments. */
  format: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  args: v.unknown(),
  actorUserId: v.pipe(v.number(), v.safeInteger()),
  /** The device's own clock when the person acted, and its offset from UTC. */
  atMs: v.pipe(v.number(), v.safeInteger()),
  offsetMinutes: v.pipe(v.number(), v.safeInteger(), v.minValue(-1440), v.maxValue(1440)),
  /** Server time minus device time as last measured; null before the first answer (SYN-23). */
  clockOffsetMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** The mids that created the rows which this one refers to (SYN-10). */
  deps: v.pipe(v.array(mid), v.maxLength(400)),
  h: hash,
});
export type WireMutation = v.InferOutput<typeof wireMutationSchema>;

export const clientIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
export const incarnationSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** What a device says of itself whenever it asks for something (SYN-28). */
export const deviceReportSchema = v.object({
  pendingCount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  oldestPendingAtMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  clockOffsetMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
  storagePersistent: v.nullable(v.boolean()),
});
export type DeviceReport = v.InferOutput<typeof deviceReportSchema>;

/** SYN-6: a run of mutations without holes, and the hash before the first of them. */
export const pushRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.safeInteger()),
  batchId: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  clientId: clientIdSchema,
  incarnation: incarnationSchema,
  previousHash: hash,
  mutations: v.pipe(v.array(wireMutationSchema), v.minLength(1), v.maxLength(PUSH_MUTATIONS_MAX)),
  /** The one of the last page: it tells a server that came back from a backup (SYN-21). null: nothing pulled yet. */
  cookie: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_000))), null),
  /** The server was restored: a mutation whose parents are missing is not decided yet, another device may bring them. */
  waitsForParents: v.optional(v.boolean(), false),
  device: deviceReportSchema,
});
export type PushRequest = v.InferOutput<typeof pushRequestSchema>;

/**
 * 'taken': everything up to `lmid` is decided (a failure may have stopped the run short: `stopped`).
 * 'gap': the run did not start at lmid + 1 or before. 'fork': another mutation bears this mid (SYN-20). 'restored': the
 * device has seen what this server does not have; nothing was taken (SYN-21).
 */
export const pushAnswerSchema = v.object({
  batchId: v.string(),
  epoch: v.string(),
  serverTimeMs: v.number(),
  result: v.picklist(['taken', 'gap', 'fork', 'unknown_client', 'restored']),
  lmid: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  outcomes: v.array(outcomeSchema),
  stopped: v.nullable(v.object({ mid, reason: v.picklist(['failed', 'format_newer', 'parent_missing']) })),
});
export type PushAnswer = v.InferOutput<typeof pushAnswerSchema>;
