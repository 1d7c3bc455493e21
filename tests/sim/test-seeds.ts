import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** The first of the fixed seeds. Any number would do, as long as it stays the same. */
const FIRST_SEED = 20_260_301;
/** The folders on which a run depends; documents are not among them. */
const CODE = ['domain', 'sync', 'server', 'tests/sim'];

/**
 * Returns the seeds to run: in `npm test` always the same ones, so that a failure shows the effect of a change; in `npm
 * run test:long` seeds that follow from the code.
 */
export const seedsForTests = (count: number): number[] =>
  process.env['SEEDS_OF_COMMIT'] === undefined ? seedsFrom(FIRST_SEED, count) : seedsOfCode(count);

/**
 * Returns seeds that follow from the committed code: each change of the code gives others, and everybody who tests the
 * same code gets the same. They come from the folders' tree hashes, because a commit's hash also changes with its
 * message.
 */
export const seedsOfCode = (count: number): number[] => seedsFrom(seedOf(codeTrees()), count);

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

const seedOf = (trees: string | null): number =>
  trees === null ? FIRST_SEED : createHash('sha256').update(trees).digest().readUInt32BE(0);

/** Returns the hashes of the trees, in order; null without a Git history. */
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
