import type { ReplicaState } from '../ports.ts';
import type { PullAnswer } from '../protocol/pull.ts';
import type { HistoryTable } from '../protocol/tables.ts';
import { endOfPast } from '../replica/window.ts';
import { askForPage, storePage } from './pull-rows.ts';
import type { EnginePorts, Stop } from './step.ts';

/**
 * 'stored': `count` rows from before the window were stored; `isAll`: the server has no older ones. 'not_now': the
 * device is fetching a new copy, or another page was stored in between.
 */
export type OlderResult = { kind: 'stored'; count: number; isAll: boolean } | { kind: 'not_now' } | Stop;

/** While other devices are busy, another page may be stored between the request and its answer: then ask again. */
const TRIES_MAX = 3;

/** Fetches a page of rows that are older than this device's window, because a person asks for them (SYN-12). */
export async function fetchOlder(ports: EnginePorts, table: HistoryTable): Promise<OlderResult> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const state = await ports.database.read((tx) => tx.meta.getState());
    const before = endOfPast(state, table);
    if (!before) return state.window ? { kind: 'stored', count: 0, isAll: true } : { kind: 'not_now' };
    if (state.resync || state.historyLeft || state.cookie === null) return { kind: 'not_now' };
    const page = await askForPage(ports, state, { want: 'older', older: { table, before } }, state.cookie);
    if (page.kind !== 'page') return page;
    const { answer } = page;
    // The server reports a new role or a restore: the engine must handle that first.
    if (answer.kind !== 'older') return { kind: 'not_now' };
    const stored = await storePage(ports, state, page, (now) => withOlder(now, table, answer));
    if (stored.kind === 'stored') return { kind: 'stored', count: rowsOf(answer).length, isAll: !answer.more };
  }
  return { kind: 'not_now' };
}

function withOlder(state: ReplicaState, table: HistoryTable, answer: PullAnswer): ReplicaState {
  const { window } = state;
  const last = rowsOf(answer).at(-1);
  // Rows of a history table have both fields; the server sorts by them.
  const place = last && { createdAtMs: Number(last['createdAtMs']), id: Number(last['id']) };
  if (!window) return state;
  return { ...state, window: { ...window, older: { ...window.older, [table]: answer.more && place ? place : 'all' } } };
}

const rowsOf = ({ pages }: PullAnswer): Record<string, unknown>[] => pages.flatMap(({ rows }) => rows);
