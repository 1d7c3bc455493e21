import { beforeEach, expect, test, vi } from 'vitest';
import { type GuessTask, TASK_ROUNDS } from '../../../domain/people/guess-task.ts';
import { TaskMaker } from '../../../server/account/guess-task.ts';
import type { TaskNews } from '../../../src/platform/task-worker.ts';

const NOW_MS = 1_000_000_000;
/** Much easier than a real task: one number in 64 solves it. */
const BITS = 16;
const AT_ONCE = 4;

const maker = new TaskMaker('a pepper for tests');
/** A constant task: the number 22 solves it, in the sixth batch. */
const task = maker.make('pin', BITS, NOW_MS, { bytes: (count) => new Uint8Array(count).fill(1) });

beforeEach(() => {
  vi.resetModules();
});

/** Runs the worker without a thread; returns its messages until the answer. */
async function workOn(given: GuessTask): Promise<TaskNews[]> {
  const worker = new EventTarget();
  const news: TaskNews[] = [];
  const answered = new Promise<void>((resolve) => {
    const postMessage = (said: TaskNews) => {
      news.push(said);
      if (said.answer !== null) resolve();
    };
    vi.stubGlobal('self', Object.assign(worker, { postMessage }));
  });
  await import('../../../src/platform/task-worker.ts');
  worker.dispatchEvent(new MessageEvent('message', { data: given }));
  await answered;
  vi.unstubAllGlobals();
  return news;
}

test('R-PIN-06 what the worker answers solves the task that the server made', async () => {
  const answer = (await workOn(task)).at(-1)?.answer ?? -1;
  expect(await maker.check('pin', { challenge: task.challenge, answer }, NOW_MS)).toMatchObject({ bits: BITS });
});

test('R-PIN-06 it says how much it has done until it has the answer', async () => {
  // Each reading of the clock advances it by a quarter of a second.
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 250));
  const news = await workOn(task);
  expect(news).toEqual(
    [null, null, null, null, null, 22].map((answer, nth) => ({ rounds: (nth + 1) * AT_ONCE * TASK_ROUNDS, answer })),
  );
});
