import { createHmac } from 'node:crypto';
import type { GuessTask, SolvedTask } from '../../domain/people/guess-task.ts';
import { refuse, ok, type Result } from '../../domain/result.ts';
import type { Random } from '../random.ts';
import { demandedBits, levelAt, type Pressure, type PressureRules, shortAgainMs } from './guess-pressure.ts';
import { TaskMaker } from './guess-task.ts';

// The limits of unknown devices (decisions/0041). These devices share one limit for each phone, for each address and
// for the whole installation. If one is used up, the device gets a task, and its next try must bring the solution.

/** A counter of tries, with its rules. */
export interface Counted {
  name: string;
  rules: PressureRules;
}

export interface StrangersTry {
  /** Each purpose has its own counters. */
  purpose: string;
  counted: readonly [Counted, ...Counted[]];
  nowMs: number;
  task?: SolvedTask | undefined;
}

/** Stores the levels. `work` runs alone, and its writes are committed together. */
export interface PressureStore {
  change<T>(first: string, subjects: readonly string[], nowMs: number, work: PressureWork<T>): Promise<T>;
}

export type PressureWork<T> = (change: {
  levels: ReadonlyMap<string, Pressure>;
  write(levels: readonly (Pressure & { subject: string })[]): Promise<void>;
  /** Marks the task as used; true if it was not used before. */
  spend(task: { id: string; expiresAtMs: number }): Promise<boolean>;
}) => Promise<T>;

/**
 * While one device solved its task, tries of other devices may have doubled the difficulty. This much is forgiven. More
 * is not, because an attacker could collect easy tasks and bring all solutions at once.
 */
const FORGIVEN_BITS = 1;

export class StrangerLimit {
  readonly #store: PressureStore;
  readonly #pepper: string;
  readonly #random: Random;
  readonly #tasks: Pick<TaskMaker, 'make' | 'check'>;

  constructor(
    store: PressureStore,
    pepper: string,
    random: Random,
    tasks: Pick<TaskMaker, 'make' | 'check'> = new TaskMaker(pepper),
  ) {
    this.#store = store;
    this.#pepper = pepper;
    this.#random = random;
    this.#tasks = tasks;
  }

  /** Counts one try before it is judged, or returns the task that must be solved first. */
  async take({ purpose, counted, nowMs, task }: StrangersTry): Promise<Result<null, GuessTask>> {
    const paid = task ? await this.#tasks.check(purpose, task, nowMs) : null;
    return await this.#change(purpose, counted, nowMs, async ({ levels, subjects, write, spend }) => {
      const raised = subjects.map(({ subject, rules }) => ({ subject, level: levels(subject, rules), rules }));
      const bits = Math.max(...raised.map(({ level, rules }) => demandedBits(level, rules)));
      const isPaid = bits === 0 || (paid !== null && paid.bits >= bits - FORGIVEN_BITS && (await spend(paid)));
      if (!isPaid) {
        const demanded = this.#tasks.make(purpose, bits, nowMs, this.#random);
        const heldUpMs = Math.max(...raised.map(({ level, rules }) => shortAgainMs(level, rules)));
        return refuse(heldUpMs > 0 ? { ...demanded, shortAgainMs: heldUpMs } : demanded);
      }
      await write(raised.map(({ subject, level }) => ({ subject, level: level + 1, at_ms: nowMs })));
      return ok(null);
    });
  }

  /** Takes the count of one right try back, and no other. */
  async giveBack({ purpose, counted, nowMs }: StrangersTry): Promise<void> {
    await this.#change(purpose, counted, nowMs, async ({ levels, subjects, write }) =>
      write(
        subjects.map(({ subject, rules }) => ({
          subject,
          level: Math.max(0, levels(subject, rules) - 1),
          at_ms: nowMs,
        })),
      ),
    );
  }

  /** Forgets tries at a PIN that has changed. */
  async forget(purpose: string, [first, forgotten]: readonly [Counted, Counted], nowMs: number): Promise<void> {
    await this.#change(purpose, [first, forgotten], nowMs, async ({ subjects, write }) =>
      write(subjects.slice(1).map(({ subject }) => ({ subject, level: 0, at_ms: nowMs }))),
    );
  }

  #change<T>(
    purpose: string,
    counted: readonly [Counted, ...Counted[]],
    nowMs: number,
    work: (change: {
      subjects: readonly { subject: string; rules: PressureRules }[];
      levels: (subject: string, rules: PressureRules) => number;
      write: Parameters<PressureWork<T>>[0]['write'];
      spend: Parameters<PressureWork<T>>[0]['spend'];
    }) => Promise<T>,
  ): Promise<T> {
    const subjects = counted.map(({ name, rules }) => ({ subject: this.#subject(purpose, name), rules }));
    const names = subjects.map(({ subject }) => subject);
    return this.#store.change(names[0] ?? '', names, nowMs, ({ levels, ...change }) =>
      work({
        ...change,
        subjects,
        levels: (subject, rules) => levelAt(levels.get(subject) ?? { level: 0, at_ms: nowMs }, nowMs, rules),
      }),
    );
  }

  /** Returns a keyed hash. The table holds no phones and no addresses, and the pepper is needed to find them. */
  #subject(purpose: string, name: string): string {
    return createHmac('sha256', this.#pepper).update(`stranger:${purpose}:${name}`).digest('hex').slice(0, 40);
  }
}
