import { type GuessTask, isSolution, TASK_ROUNDS } from '../../domain/people/guess-task.ts';

/** The messages of this worker: the number of rounds done, and at the end the answer. */
export interface TaskNews {
  rounds: number;
  answer: number | null;
}

/** How many hashes are computed at once, because the browser can compute them in parallel. */
const AT_ONCE = 4;
const REPORT_EVERY_MS = 250;

/** Solves one task outside of the page's main thread. The page then terminates this worker. */
self.addEventListener('message', (event: MessageEvent<GuessTask>) => {
  const { challenge, bits } = event.data;
  void solve(new TextEncoder().encode(challenge), bits);
});

async function solve(salt: Uint8Array<ArrayBuffer>, bits: number): Promise<void> {
  let reportedAtMs = performance.now();
  for (let first = 0; ; first += AT_ONCE) {
    const answers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const hashes = await Promise.all(answers.map((answer) => hashOf(answer, salt)));
    const right = answers.find((_, index) => isSolution(hashes[index] ?? new Uint8Array(), bits));
    const rounds = (first + AT_ONCE) * TASK_ROUNDS;
    if (right !== undefined) return tell({ rounds, answer: right });
    if (performance.now() - reportedAtMs < REPORT_EVERY_MS) continue;
    reportedAtMs = performance.now();
    tell({ rounds, answer: null });
  }
}

const tell = (news: TaskNews): void => self.postMessage(news);

async function hashOf(answer: number, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const number = new TextEncoder().encode(String(answer));
  const key = await crypto.subtle.importKey('raw', number, 'PBKDF2', false, ['deriveBits']);
  const rounds = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: TASK_ROUNDS };
  return new Uint8Array(await crypto.subtle.deriveBits(rounds, key, 256));
}
