import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Any place to start will do, as long as it is always the same. */
const FIRST_SEED = 20_260_301;
/** The folders that a run depends on; documents do not count. */
const CODE = ['domain', 'sync', 'server', 'tests/sim'];

/**
 * The same seeds in every `npm test`, so that a change is judged by what it changes; in `npm run test:long` those of the
 * code.
 */
export const seedsForTests = (count: number): number[] =>
  process.env['SEEDS_OF_COMMIT'] === undefined ? seedsFrom(FIRST_SEED, count) : seedsOfCode(count);

/**
 * Seeds of what is committed: others with every change of the code, the same for everybody who tests it. By the folders'
 * trees and not by the commit's name, which a rebase or another message changes while the code stays what it was.
 */
export const seedsOfCode = (count: number): number[] => seedsFrom(seedOf(codeTrees()), count);

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

const seedOf = (trees: string | null): number =>
  trees === null ? FIRST_SEED : createHash('sha256').update(trees).digest().readUInt32BE(0);

/** The names of the trees, in order; null where there is no history. */
function codeTrees(): string | null {
  try {
    return execFileSync('git', ['rev-parse', ...CODE.map((folder) => `HEAD:${folder}`)], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}
