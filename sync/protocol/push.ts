import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import {
  clockOffsetSchema,
  COUNT_MAX,
  countSchema,
  instantSchema,
  wholeNumber,
} from '../../domain/text/whole-number.ts';
import { lengthFirst } from '../../domain/length-first.ts';
import { actSchema } from './act.ts';
import { outcomeSchema } from './outcome.ts';

/** Changes whenever what travels changes in a way that the other side could not read. */
export const PROTOCOL_VERSION = 2;

/** The `error` of a 401 whose session belongs to a user who was dismissed: it may push and nothing else (SYN-25). */
export const ACCOUNT_INACTIVE = 'account_inactive';

export const PUSH_MUTATIONS_MAX = 100;
export const PUSH_BYTES_MAX = 256 * 1024;
/** Before compression: what a device puts into one batch, and what the server unpacks at most. */
export const PUSH_PLAIN_BYTES_MAX = 1024 * 1024;

/** The number of a mutation on its client. */
export const midSchema = wholeNumber(1, COUNT_MAX);
const mid = midSchema;
/** Hash of a mutation and of all before it (SYN-20). */
export const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
/**
 * The hash before a client's first mutation. Here, because the page that is first shown needs it, but hashes nothing.
 */
export const HASH_ZERO = '0'.repeat(32);

/**
 * One act of a person, and its place in the queue of a client. A place may be given up: then the act gets another one,
 * with another mid and hash, and stays the act that it is.
 */
export const wireMutationSchema = v.object({
  /** The id of the act: the same for ever, whichever client sends it (SYN-2). */
  act: actSchema,
  /** 0, and one more with each 'Retry' (SYN-5): at most one attempt of an act is accepted. */
  attempt: countSchema,
  mid,
  name: v.pipe(v.string(), v.maxLength(60)),
  /** The format version of the arguments. */
  format: wholeNumber(1, COUNT_MAX),
  args: v.unknown(),
  actorUserId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** The device's own clock when the person acted, and its offset from UTC. */
  atMs: instantSchema,
  offsetMinutes: v.pipe(v.number(), v.safeInteger(), v.minValue(-1440), v.maxValue(1440)),
  /** Server time minus device time as last measured; null before the first answer (SYN-23). */
  clockOffsetMs: v.nullable(clockOffsetSchema),
  /** The acts that brought the rows which this one refers to (SYN-10). */
  deps: lengthFirst(v.pipe(v.array(actSchema), v.maxLength(400))),
  h: hashSchema,
});
export type WireMutation = v.InferOutput<typeof wireMutationSchema>;

export const clientIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A device's report on itself, sent with every request (SYN-28). */
export const deviceReportSchema = v.object({
  pendingCount: countSchema,
  oldestPendingAtMs: v.nullable(instantSchema),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  clockOffsetMs: v.nullable(clockOffsetSchema),
  storagePersistent: v.nullable(v.boolean()),
  /** How far a pull has confirmed what was sent: what is counted as waiting comes after it. A pull says it itself. */
  confirmedMid: v.optional(countSchema),
  /** The client that this device was before, when it began a new queue (SYN-20, SYN-21). */
  formerClientId: v.optional(v.nullable(clientIdSchema)),
});
export type DeviceReport = v.InferOutput<typeof deviceReportSchema>;

/** SYN-6: a run of mutations without holes, and the hash before the first of them. */
export const pushRequestSchema = v.object({
  protocol: countSchema,
  batchId: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  clientId: clientIdSchema,
  /** Whose queue it is, where somebody else sends it (SYN-25, SYN-27); else the caller's own. */
  authorUserId: v.optional(idSchema),
  previousHash: hashSchema,
  mutations: lengthFirst(v.pipe(v.array(wireMutationSchema), v.minLength(1), v.maxLength(PUSH_MUTATIONS_MAX))),
  /** The one of the last page: it tells a server that came back from a backup (SYN-21). null: nothing pulled yet. */
  cookie: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_000))), null),
  /**
   * The server was restored: a mutation whose parents are missing is not decided yet, another device may bring them.
   */
  waitsForParents: v.optional(v.boolean(), false),
  /** null: no device of its own, as with a file that is imported (SYN-27). */
  device: v.nullable(deviceReportSchema),
});
export type PushRequest = v.InferOutput<typeof pushRequestSchema>;

/**
 * 'taken': everything up to `lmid` is decided (a failure may have stopped the run short: `stopped`). 'gap': the run did
 * not start at lmid + 1 or before. 'fork': another mutation bears this mid (SYN-20). 'not_yours': the queue is somebody
 * else's, for whom the caller may not send. 'restored': the device has seen what this server does not have; nothing was
 * taken (SYN-21).
 */
export const pushAnswerSchema = v.object({
  batchId: v.string(),
  epoch: v.string(),
  serverTimeMs: v.number(),
  result: v.picklist(['taken', 'gap', 'fork', 'not_yours', 'restored']),
  lmid: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  outcomes: v.array(outcomeSchema),
  stopped: v.nullable(v.object({ mid, reason: v.picklist(['failed', 'format_newer', 'parent_missing']) })),
});
export type PushAnswer = v.InferOutput<typeof pushAnswerSchema>;
