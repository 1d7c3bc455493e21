import type { CDPSession, Page } from 'playwright/test';

/** A task of a page's main thread: how long it held the thread by the clock, and its processor time in that. */
interface Task {
  tookMs: number;
  computedMs: number;
}

export interface LongestTasks {
  /** By the clock, which on a shared machine also counts the time of other processes. */
  longestMs: number;
  /** In processor time: the time that the task would take on a core of its own. */
  longestComputedMs: number;
  /** The number of tasks over 50 ms by the clock, and by processor time (P9). */
  overBound: number;
  overBoundComputed: number;
}

export const TASK_BOUND_MS = 50;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Records every task of the main threads of this browser's pages until `stop` is called. */
export async function recordTasks(page: Page): Promise<{ stop: () => Promise<LongestTasks> }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'], recordMode: 'recordUntilFull' },
  });
  return {
    async stop() {
      await endOf(session);
      return longestOf(tasksOf(events));
    },
  };
}

async function endOf(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mainThreads.has(`${pid}/${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ tookMs: dur / 1_000, computedMs: tdur / 1_000 }));
}

function longestOf(tasks: readonly Task[]): LongestTasks {
  if (tasks.length === 0) throw new Error('No task of a main thread was recorded');
  return {
    longestMs: Math.max(...tasks.map(({ tookMs }) => tookMs)),
    longestComputedMs: Math.max(...tasks.map(({ computedMs }) => computedMs)),
    overBound: tasks.filter(({ tookMs }) => tookMs > TASK_BOUND_MS).length,
    overBoundComputed: tasks.filter(({ computedMs }) => computedMs > TASK_BOUND_MS).length,
  };
}
