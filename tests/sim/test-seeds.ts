import { execFileSync } from 'node:child_process';

/** Any place to start will do, as long as it is always the same. */
const FIRST_SEED = 20_260_301;

/**
 * The same seeds in every `npm test`, so that a change is judged by what it changes. In `npm run test:long` they are those
 * of what is committed: others with every change, the same for everybody who tests it. By the commit's tree and not by its
 * own name, which a rebase or another message changes while the code stays what it was.
 */
export function seedsForTests(count: number): number[] {
  const first = process.env['SEEDS_OF_COMMIT'] === undefined ? FIRST_SEED : seedOf(treeHash());
  return Array.from({ length: count }, (_, index) => first + index);
}

const seedOf = (hash: string | null): number => (hash === null ? FIRST_SEED : Number.parseInt(hash.slice(0, 8), 16));

function treeHash(): string | null {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^[0-9a-f]{8}/.test(hash) ? hash : null;
  } catch {
    return null;
  }
}
