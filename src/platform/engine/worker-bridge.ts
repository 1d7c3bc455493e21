import * as v from 'valibot';
import {
  SYNC_TAG,
  TAKEN_EVERY_MS,
  type WorkerMessage,
  type WorkerReply,
  workerReplySchema,
} from '../../../sync/host/drain-message.ts';

/** A living worker replies within this time; otherwise the page does the work itself (SYN-17). */
const TAKEN_WITHIN_MS = 3_000;
/** A worker that had taken the job and then is silent for this long was killed. */
const SILENT_MS = 4 * TAKEN_EVERY_MS;

type Drain = Extract<WorkerMessage, { type: 'drain' }>;

/**
 * Passes the job to the worker. Returns null if there is no worker, if it does not reply, or if it dies during the job.
 */
export async function askWorker(
  container: ServiceWorkerContainer | undefined,
  message: Drain,
): Promise<WorkerReply | null> {
  const worker = container?.controller;
  if (!worker) return null;
  const channel = new MessageChannel();
  const replies = repliesOn(channel.port1);
  try {
    worker.postMessage(message, [channel.port2]);
    let reply = await replies.next(TAKEN_WITHIN_MS);
    while (reply?.type === 'taken') reply = await replies.next(SILENT_MS);
    return reply;
  } finally {
    channel.port1.close();
  }
}

function repliesOn(port: MessagePort): { next(withinMs: number): Promise<WorkerReply | null> } {
  const arrived: WorkerReply[] = [];
  let wake: (() => void) | null = null;
  port.onmessage = (event) => {
    const reply = v.safeParse(workerReplySchema, event.data);
    if (!reply.success) return;
    arrived.push(reply.output);
    wake?.();
  };
  return {
    next: (withinMs) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          wake = null;
          resolve(arrived.shift() ?? null);
        };
        const timer = setTimeout(settle, withinMs);
        wake = settle;
        if (arrived.length > 0) settle();
      }),
  };
}

/**
 * Asks the browser to wake the worker once there is a network, even with no page open, if the browser can do that
 * (SYN-17).
 */
export async function registerBackgroundSync(container: ServiceWorkerContainer | undefined): Promise<void> {
  const registration = await container?.getRegistration();
  if (!registration?.active || !('sync' in registration)) return;
  const { sync } = registration as { sync: { register(tag: string): Promise<void> } };
  // The browser refuses it in a private window or because of the person's settings. The page's own triggers remain.
  await sync.register(SYNC_TAG).catch(() => undefined);
}
