import { isHeld, type WorkerReply } from '../sync/host/drain-message.ts';

/*
 * The worker's events without a page (SYN-17): the network is back, a push message came, or a periodic wake-up. With no
 * page open a worker may not ask for another such event, and after a failed one the browser comes back only minutes
 * later, or not at all; with a page open a fresh one comes within milliseconds. So the waits between tries happen inside
 * one event: a server in trouble is not asked too often, and changes do not wait for minutes.
 *
 *   look ─► nothing waits, or a person has to act first ─► done
 *        ─► a page is looked at, which drains by itself ─► wait a moment ─┐
 *        ─► drain ─► all sent ─► done                                     ├─► look
 *                └─► left ─► wait as the back-off says, or for a network ─┘
 *
 * A visible page may never drain: its script did not arrive, or hangs. So the worker waits for it only so long; two
 * that drain at once do no harm (SYN-18).
 */

const LOOK_EVERY_MS = 2_000;
/** A browser ends an event of more than some minutes; this one ends before and asks for another. */
const EVENT_MAX_MS = 120_000;
/** As long as a page waits for a holder of the lock that stands still. */
const LEFT_TO_PAGE_MS = 30_000;

export interface BackgroundPorts {
  /** True when the signed-in person has changes that the server has not decided. */
  hasUnsent(): Promise<boolean>;
  isAppLookedAt(): Promise<boolean>;
  drain(urgent: boolean): Promise<WorkerReply | null>;
  /** For so long, or until the network comes back: then true. */
  wait(ms: number): Promise<boolean>;
  /** Asks the browser for another event. Rejects where it may not: the browser then repeats this one, minutes later. */
  comeBack(): Promise<void>;
}

/**
 * `urgent`: the network has just come back, or somebody waits; the back-off is not waited out. `atOnce`: there is
 * something to fetch, also where nothing waits to be sent, and no page knows of it.
 */
export async function drainInBackground(
  ports: BackgroundPorts,
  { urgent, atOnce = false }: { urgent: boolean; atOnce?: boolean },
): Promise<void> {
  let [isUrgent, isOwed, leftToPageMs] = [urgent, atOnce, 0];
  for (let waitedMs = 0; isOwed || (await ports.hasUnsent());) {
    let waitMs: number | null = LOOK_EVERY_MS;
    if (!isOwed && leftToPageMs < LEFT_TO_PAGE_MS && (await ports.isAppLookedAt())) leftToPageMs += waitMs;
    else {
      const reply = await ports.drain(isUrgent);
      isOwed &&= isHeld(reply);
      waitMs = comeBackAfterMs(reply);
    }
    if (waitMs === null) return;
    waitedMs += waitMs;
    if (waitedMs > EVENT_MAX_MS) return await ports.comeBack();
    isUrgent = await ports.wait(waitMs);
  }
}

const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['sign_in', 'dismissed', 'outdated']);

/** null: all is sent, or a person has to do something first. */
function comeBackAfterMs(reply: WorkerReply | null): number | null {
  if (reply?.type !== 'ended' || NEEDS_A_PERSON.has(reply.phase)) return null;
  return isHeld(reply) ? LOOK_EVERY_MS : reply.wakeAfterMs;
}
