import * as v from 'valibot';

/** Messages from a page to the worker. The worker answers on the port that comes with them (SYN-17). */
export const workerMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('drain'),
    businessId: v.number(),
    userId: v.number(),
    urgent: v.boolean(),
    visible: v.boolean(),
  }),
  // The name that workbox-window sends when the person chose to reload.
  v.object({ type: v.literal('SKIP_WAITING') }),
  // To the worker of the older build: it leaves off, so that the new one can take over at once (sw/hand-over.ts).
  v.object({ type: v.literal('HAND_OVER') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/**
 * 'taken' at once and again and again while the worker is at it, so that the page knows it alive; then how the run
 * ended.
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

/** Somebody else is at it, and may have begun before there was what this is about. */
export const isHeld = (reply: WorkerReply | null): boolean => reply?.type === 'ended' && reply.phase === 'held';

/** How often a worker that is at it says so. */
export const TAKEN_EVERY_MS = 2_000;

/** The tag of the one-off background sync that a page asks for. */
export const SYNC_TAG = 'kaunta-drain';
/** The one that the worker registers for itself when something is left. */
export const SYNC_AGAIN_TAG = 'kaunta-drain-again';
