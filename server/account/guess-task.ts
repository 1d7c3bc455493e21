import { createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type GuessTask,
  isSolution,
  type SolvedTask,
  TASK_LASTS_MS,
  TASK_ROUNDS,
} from '../../domain/people/guess-task.ts';
import { type Random, randomHex } from '../random.ts';

const derive = promisify(pbkdf2);

/** A solved task. `bits` is its difficulty. */
export interface PaidTask {
  /** Identifies the task, which pays for one try only. */
  id: string;
  bits: number;
  expiresAtMs: number;
}

/**
 * Creates tasks and checks their solutions without storing them: a challenge holds its difficulty and expiry, signed
 * with the server's key. Whether the task is still hard enough is checked by the caller of `check`. `purpose`: a task
 * for registration does not pay for a sign-in.
 */
export class TaskMaker {
  readonly #key: Buffer;

  constructor(pepper: string) {
    this.#key = createHmac('sha256', pepper).update('kaunta task').digest();
  }

  make(purpose: string, bits: number, nowMs: number, random: Random): GuessTask {
    const facts = `${bits}.${nowMs + TASK_LASTS_MS}.${randomHex(random, 16)}`;
    return { challenge: `${facts}.${this.#seal(purpose, facts)}`, bits };
  }

  /** Returns the solved task; null if it is not ours, has expired, or is not solved. */
  async check(purpose: string, { challenge, answer }: SolvedTask, nowMs: number): Promise<PaidTask | null> {
    const [bits = '', expires = '', id = '', seal = ''] = challenge.split('.');
    const expected = Buffer.from(this.#seal(purpose, `${bits}.${expires}.${id}`));
    const given = Buffer.from(seal);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const paid = { id, bits: Number(bits), expiresAtMs: Number(expires) };
    if (paid.expiresAtMs <= nowMs) return null;
    const hash = await derive(String(answer), challenge, TASK_ROUNDS, 32, 'sha256');
    return isSolution(hash, paid.bits) ? paid : null;
  }

  #seal(purpose: string, facts: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}:${facts}`).digest('base64url');
  }
}
