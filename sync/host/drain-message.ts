import * as v from 'valibot';

/** Messages from a page to the worker. The worker replies on the port that comes with the message (SYN-17). */
export const workerMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('drain'),
    businessId: v.number(),
    userId: v.number(),
    urgent: v.boolean(),
    visible: v.boolean(),
  }),
  // The message name that workbox-window uses when the person chose to reload.
  v.object({ type: v.literal('SKIP_WAITING') }),
  // Sent to the worker of the older build: it stops its work, so that the new worker can take over at once
  // (sw/hand-over.ts).
  v.object({ type: v.literal('HAND_OVER') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/**
 * The worker sends 'taken' at once and repeats it while it works, so that the page knows that the worker is alive. At
 * the end it sends how the run ended.
 */
export const workerReplySchema = v.variant('type', [
  v.object({ type: v.literal('taken') }),
  v.object({
    type: v.literal('ended'),
    phase: v.picklist(['idle', 'syncing', 'offline', 'sign_in', 'outdated', 'dismissed', 'held']),
    wakeAfterMs: v.nullable(v.number()),
  }),
  v.object({ type: v.literal('failed'), reason: v.string() }),
]);
export type WorkerReply = v.InferOutput<typeof workerReplySchema>;

/** True if another drainer has the lock. It may have begun before the caller's change was stored. */
export const isHeld = (reply: WorkerReply | null): boolean => reply?.type === 'ended' && reply.phase === 'held';

/** How often a worker repeats 'taken' while it works. */
export const TAKEN_EVERY_MS = 2_000;

/** The tag of the one-time background sync that a page registers. */
export const SYNC_TAG = 'kaunta-drain';
/** The tag of the background sync that the worker registers itself if changes are left. */
export const SYNC_AGAIN_TAG = 'kaunta-drain-again';
