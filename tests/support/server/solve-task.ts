import { pbkdf2Sync } from 'node:crypto';
import * as v from 'valibot';
import {
  type GuessTask,
  guessTaskSchema,
  isSolution,
  type SolvedTask,
  TASK_ROUNDS,
} from '../../../domain/people/guess-task.ts';
import type { TestAnswer } from './server.ts';

/** The proof-of-work task in an answer. */
export const taskOf = ({ body }: Pick<TestAnswer, 'body'>): GuessTask =>
  v.parse(v.object({ task: guessTaskSchema }), body).task;

/** Solves the task as a device does. */
export function solveTask({ challenge, bits }: GuessTask): SolvedTask {
  for (let answer = 0; ; answer += 1)
    if (isSolution(pbkdf2Sync(String(answer), challenge, TASK_ROUNDS, 32, 'sha256'), bits))
      return { challenge, answer };
}
