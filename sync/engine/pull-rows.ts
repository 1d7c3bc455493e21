import type { ReplicaState } from '../ports.ts';
import { PROTOCOL_VERSION } from '../protocol/constants.ts';
import type { DeviceReport } from '../protocol/push.ts';
import type { PullAnswer, PullRequest } from '../protocol/pull.ts';
import { TABLE_SET } from '../protocol/tables.ts';
import { absorbPull } from '../replica/absorb-pull.ts';
import { pendingOf } from './push-outbox.ts';
import { answerOf, type EnginePorts, journal, reportOf, type Step, type Stop } from './step.ts';

/** The first page of a new device is small, so that it can sell at once (SYN-12). */
const FIRST_PAGE_ROWS = 300;
/** Limits the pages of one run, because changes that wait to be sent must not wait for a pull without end. */
const PAGES_MAX = { changes: 40, history: 10 };

/** Fetches and stores all changes. `progress` is true if rows or outcomes came (SYN-11). */
export async function pullChanges(ports: EnginePorts): Promise<Step> {
  const state = await stateOf(ports);
  if (state.resync?.phase === 'healing') return { kind: 'done', progress: false };
  return await pullPages(ports, state, 'changes');
}

/** Fetches some pages of history, if any is missing; changes always come first. */
export async function pullHistory(ports: EnginePorts): Promise<Step> {
  const state = await stateOf(ports);
  if (!state.historyLeft || !state.snapshotComplete || state.resync) return { kind: 'done', progress: false };
  return await pullPages(ports, state, 'history');
}

const stateOf = (ports: EnginePorts): Promise<ReplicaState> => ports.database.read((tx) => tx.meta.getState());

/**
 * Fetches page after page; stores each while the next one is fetched. A page that does not continue the cookie on disk
 * is dropped whole (SYN-11). Fetching history stops as soon as a change waits to be sent.
 */
async function pullPages(ports: EnginePorts, state: ReplicaState, want: 'changes' | 'history'): Promise<Step> {
  let progress = false;
  let hasUnsent = false;
  // A new copy is shown only when it is whole, history included. So its history is fetched here too (SYN-15).
  const { resync } = state;
  const wantAfter = (historyLeft: boolean): 'changes' | 'history' => (resync && historyLeft ? 'history' : want);
  let arrived = await askForPage(
    ports,
    state,
    { want: wantAfter(resync?.historyLeft ?? false) },
    resync ? resync.cookie : state.cookie,
    want === 'changes' && !resync ? await reportNow(ports, state) : undefined,
  );
  for (let page = 1; ; page += 1) {
    if (arrived.kind !== 'page') return arrived;
    const { answer } = arrived;
    const isLeft = answer.more || (resync !== null && answer.historyLeft);
    const isPast = want === 'history' || resync !== null;
    const goesOn: boolean = isLeft && page < PAGES_MAX[want] && !(hasUnsent && isPast);
    const [stored, next]: [Stored, Page | Stop | null] = await Promise.all([
      storePage(ports, state, arrived),
      goesOn ? askForPage(ports, state, { want: wantAfter(answer.historyLeft) }, answer.cookie) : null,
    ]);
    if (stored.kind === 'fork') return { kind: 'fork', clientId: state.clientId };
    if (stored.kind === 'resync') {
      await journal(ports, stored.reason, {});
      return { kind: 'done', progress: true };
    }
    if (stored.kind === 'stale') {
      await journal(ports, 'stale_page', { want });
      // Another drainer stored the page first: this run stops.
      return { kind: 'done', progress };
    }
    progress ||= isPast || rowCountOf(answer) > 0 || stored.decided > 0;
    if (!next) return { kind: 'done', progress: progress || isLeft };
    hasUnsent = stored.hasUnsent;
    arrived = next;
  }
}

const reportNow = async (ports: EnginePorts, state: ReplicaState): Promise<DeviceReport> =>
  reportOf(ports, await ports.database.read((tx) => pendingOf(tx, state)), state.clockOffsetMs);

export interface Page {
  kind: 'page';
  answer: PullAnswer;
  /** Server time minus device time, taken halfway between the request and its answer. */
  clockOffsetMs: number;
}

export async function askForPage(
  ports: EnginePorts,
  state: ReplicaState,
  wish: Pick<PullRequest, 'want' | 'older'>,
  cookie: string | null,
  device?: DeviceReport,
): Promise<Page | Stop> {
  const sentAtMs = ports.clock.nowMs();
  const answer = answerOf(
    await ports.transport.pull({
      protocol: PROTOCOL_VERSION,
      clientId: state.clientId,
      cookie,
      confirmedMid: state.confirmedMid,
      tableSet: TABLE_SET,
      ...wish,
      rowsMax: cookie === null ? FIRST_PAGE_ROWS : ports.device.pullRows(),
      ...(device ? { device } : {}),
    }),
  );
  if (answer.kind !== 'answer') return answer;
  const clockOffsetMs = Math.round(answer.value.serverTimeMs - (sentAtMs + ports.clock.nowMs()) / 2);
  return { kind: 'page', answer: answer.value, clockOffsetMs };
}

export type Stored =
  | { kind: 'stored'; decided: number; hasUnsent: boolean }
  | Exclude<Awaited<ReturnType<typeof absorbPull>>, { kind: 'stored' }>;

/**
 * Stores one page of a pull.
 * @param after changes the state further, in the transaction of the page
 */
export async function storePage(
  ports: EnginePorts,
  asked: ReplicaState,
  { answer, clockOffsetMs }: Page,
  after: (state: ReplicaState) => ReplicaState = (state) => state,
): Promise<Stored> {
  return await ports.database.write(async (tx): Promise<Stored> => {
    // The answer is for a client that this device has replaced meanwhile: drop it.
    if ((await tx.meta.getState()).clientId !== asked.clientId) return { kind: 'stale' };
    const result = await absorbPull(tx, answer);
    if (result.kind !== 'stored') return result;
    const state = after({ ...(await tx.meta.getState()), clockOffsetMs, serverTimeMs: answer.serverTimeMs });
    await tx.meta.putState(state);
    const unsent = await tx.outbox.pendingFrom(state.confirmedMid + 1, 1);
    return { ...result, hasUnsent: unsent.length > 0 };
  });
}

const rowCountOf = ({ pages, tombstones }: PullAnswer): number =>
  pages.reduce((sum, page) => sum + page.rows.length, tombstones.length);
