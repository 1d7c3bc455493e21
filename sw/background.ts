import { isHeld, type WorkerReply } from '../sync/host/drain-message.ts';

/*
 * The worker's events without a page (SYN-17): the network is back, a push message came, or a periodic wake-up. If no
 * page is open, a worker may not ask for another such event, and after a failed event the browser repeats it only
 * minutes later, or never. If a page is open, a new event comes within milliseconds. So the waits between tries happen
 * inside one event: a server in trouble is not asked too often, and changes do not wait for minutes.
 *
 *   look ─► nothing waits, or a person has to act first ─► done
 *        ─► a page is visible, which drains by itself ─► wait a moment ─┐
 *        ─► drain ─► all sent ─► done                                   ├─► look
 *                └─► left ─► wait for the back-off or for a network ─────┘
 *
 * A visible page may never drain, because its script did not load or hangs. So the worker waits for the page only for
 * LEFT_TO_PAGE_MS; two drainers at once do no harm (SYN-18).
 */

const LOOK_EVERY_MS = 2_000;
/**
 * A browser ends an event that lasts more than some minutes. The worker ends its event earlier and asks for another.
 */
const EVENT_MAX_MS = 120_000;
/**
 * How long the worker leaves the work to a visible page: as long as a page waits for a lock holder without progress.
 */
const LEFT_TO_PAGE_MS = 30_000;

export interface BackgroundPorts {
  /** True if the signed-in user has changes that the server has not decided. */
  hasUnsent(): Promise<boolean>;
  isAppLookedAt(): Promise<boolean>;
  drain(urgent: boolean): Promise<WorkerReply | null>;
  /** Waits this long, or until the network comes back; returns true if the network came back. */
  wait(ms: number): Promise<boolean>;
  /**
   * Asks the browser for another event. Rejects if the worker may not ask: the browser then repeats this event, minutes
   * later.
   */
  comeBack(): Promise<void>;
}

/**
 * Drains until nothing waits, until a person has to act, or until the event must end. `urgent`: the network has just
 * come back, or a person waits, so the first run skips the back-off. `atOnce`: there are changes to fetch of which no
 * page knows, so it drains at least once, even if nothing waits to be sent.
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

/** Returns how long to wait before the next try; null if all is sent, or if a person has to act first. */
function comeBackAfterMs(reply: WorkerReply | null): number | null {
  if (reply?.type !== 'ended' || NEEDS_A_PERSON.has(reply.phase)) return null;
  return isHeld(reply) ? LOOK_EVERY_MS : reply.wakeAfterMs;
}
