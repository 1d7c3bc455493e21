import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { SolvedTask } from '../../../domain/people/guess-task.ts';
import type { Result } from '../../../domain/result.ts';
import type { ApiError } from '../../platform/api-client.ts';

/** The most tasks for one call: while one is solved, tries of others may make the next one harder. */
const TASKS_MAX = 5;

type Ask<T> = (task: SolvedTask | undefined) => Promise<Result<T, ApiError>>;

/**
 * For calls at which the server may slow strangers down. If the server asks for a task first, it is solved and the call
 * repeated with the solution. `note` shows the progress; a long task starts only when the person agrees. The solver is
 * loaded when it is needed, because hardly any device ever is asked.
 */
export function useTask(): { note: ReactNode; askWithTask: <T>(ask: Ask<T>) => Promise<Result<T, ApiError>> } {
  const [note, setNote] = useState<ReactNode>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const askWithTask = useCallback(async <T>(ask: Ask<T>) => {
    let answer = await ask(undefined);
    for (let tasks = 0; tasks < TASKS_MAX && !answer.ok && answer.error.task; tasks += 1) {
      const { task, message } = answer.error;
      const { signal } = leaving.current ?? new AbortController();
      const solved = await import('./solve-task.tsx').then(
        ({ solveTask }) => solveTask(task, message, setNote, signal),
        // The solver's code could not be loaded.
        () => undefined,
      );
      if (solved === undefined)
        return { ok: false as const, error: { ...answer.error, code: 'no_connection' as const } };
      // The promise never resolves once the screen is unmounted.
      if (signal.aborted) return await new Promise<never>(() => undefined);
      if (solved === null) return answer;
      answer = await ask(solved);
    }
    return answer;
  }, []);
  return { note, askWithTask };
}
