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

export const PUSH_MUTATIONS_MAX = 100;
export const PUSH_BYTES_MAX = 256 * 1024;
/** Bytes before compression: the most that a device puts into one batch and that the server unpacks. */
export const PUSH_PLAIN_BYTES_MAX = 1024 * 1024;

/** The number of a mutation in the queue of its client. */
export const midSchema = wholeNumber(1, COUNT_MAX);
const mid = midSchema;
/** The hash of a mutation and of all mutations before it in the queue (SYN-20). */
export const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
/**
 * One act of a person, and its position in the queue of a client. An act can get another position, with another mid and
 * hash; it stays the same act.
 */
export const wireMutationSchema = v.object({
  /** The id of the act. It never changes, whichever client sends the act (SYN-2). */
  act: actSchema,
  /** 0, and one more with each 'Retry' (SYN-5). The server accepts at most one attempt of an act. */
  attempt: countSchema,
  mid,
  name: v.pipe(v.string(), v.maxLength(60)),
  /** The format version of the arguments. */
  format: wholeNumber(1, COUNT_MAX),
  args: v.unknown(),
  actorUserId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** The device's own clock when the person acted, and that clock's offset from UTC. */
  atMs: instantSchema,
  offsetMinutes: v.pipe(v.number(), v.safeInteger(), v.minValue(-1440), v.maxValue(1440)),
  /** Server time minus device time, as last measured; null before the first answer of the server (SYN-23). */
  clockOffsetMs: v.nullable(clockOffsetSchema),
  /** The acts that created the rows to which this mutation refers (SYN-10). */
  deps: lengthFirst(v.pipe(v.array(actSchema), v.maxLength(400))),
  h: hashSchema,
});
export type WireMutation = v.InferOutput<typeof wireMutationSchema>;

export const clientIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A device's report on itself (SYN-28). */
export const deviceReportSchema = v.object({
  pendingCount: countSchema,
  oldestPendingAtMs: v.nullable(instantSchema),
  appVersion: v.pipe(v.string(), v.maxLength(40)),
  clockOffsetMs: v.nullable(clockOffsetSchema),
  storagePersistent: v.nullable(v.boolean()),
  /**
   * The last mid that a pull has confirmed; the entries counted as waiting come after it. In a pull, the request itself
   * has this number.
   */
  confirmedMid: v.optional(countSchema),
  /** The device's client before it began a new queue (SYN-20, SYN-21). */
  formerClientId: v.optional(v.nullable(clientIdSchema)),
});
export type DeviceReport = v.InferOutput<typeof deviceReportSchema>;

/** A run of mutations without holes, and the hash before the first of them (SYN-6). */
export const pushRequestSchema = v.object({
  protocol: countSchema,
  batchId: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  clientId: clientIdSchema,
  /** The author of the queue, if another user sends it (SYN-25, SYN-27); absent: the caller is the author. */
  authorUserId: v.optional(idSchema),
  previousHash: hashSchema,
  mutations: lengthFirst(v.pipe(v.array(wireMutationSchema), v.minLength(1), v.maxLength(PUSH_MUTATIONS_MAX))),
  /**
   * The cookie of the last page. With it, a server that came back from a backup notices that (SYN-21). null: nothing
   * pulled yet.
   */
  cookie: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_000))), null),
  /**
   * True for a while after a restore of the server: a mutation whose parents are missing is not decided yet, because
   * another device may still bring them.
   */
  waitsForParents: v.optional(v.boolean(), false),
  /** null if no device reports, as with a file that is imported (SYN-27). */
  device: v.nullable(deviceReportSchema),
});
export type PushRequest = v.InferOutput<typeof pushRequestSchema>;

/**
 * 'taken': everything up to `lmid` is decided; `stopped` is set if a failure stopped the run early. 'gap': the run
 * starts after lmid + 1. 'fork': another mutation has this mid (SYN-20). 'not_yours': the queue belongs to another
 * user, for whom the caller may not send. 'restored': the device has seen data that this server does not have; the
 * server has accepted nothing (SYN-21).
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
