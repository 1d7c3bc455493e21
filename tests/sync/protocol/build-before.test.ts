import { expect, test } from 'vitest';
import { actOfBuildBefore, mutationsOfBuildBefore } from '../../../sync/protocol/build-before.ts';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { actBefore, runBefore } from './wire-before.ts';

const QUEUE = { clientId: '0123456789abcdef', incarnation: 2, previousHash: 'b'.repeat(32) };
/** The mids 4 to 7; the last one needs the first, and what was decided before all of them. */
const RUN = runBefore(QUEUE.previousHash, 4, [
  { args: { id: 9, name: 'Asha', notes: null } },
  { name: 'order.create', format: 3, clockOffsetMs: -500 },
  { deps: [5] },
  { deps: [4, 2] },
]);
const ACTS = RUN.map((wire) => actBefore(QUEUE.clientId, QUEUE.incarnation, wire));

test('SYN-5 the act of what the build before knew by its place is the hash of that place, as the server has it', () => {
  // As migration 0015 computes it, and every other copy of the profile.
  expect(actOfBuildBefore({ clientId: '0123456789abcdef', incarnation: 2, mid: 4, h: 'c'.repeat(32) })).toBe(
    '4b0ed6b509e3660b19d3950bde89091a',
  );
  expect(RUN.map(({ mid, h }) => actOfBuildBefore({ ...QUEUE, mid, h }))).toEqual(ACTS);
});

test('SYN-5 SYN-10 a run of that build begins a queue: the same acts in the same order, and what they need by its act', () => {
  const mutations = mutationsOfBuildBefore(QUEUE, RUN);
  expect(mutations).toMatchObject(
    RUN.map(({ mid: _mid, deps: _deps, h: _h, ...kept }, index) => ({
      ...kept,
      act: ACTS[index],
      attempt: 0,
      mid: index + 1,
    })),
  );
  // Acts decided before the run are no longer waited for.
  expect(mutations?.map(({ deps }) => deps)).toEqual([[], [], [ACTS[1]], [ACTS[0]]]);
  let previous = HASH_ZERO;
  for (const { h, ...open } of mutations ?? []) {
    previous = mutationHash(previous, open);
    expect(h).toBe(previous);
  }
});

test('SYN-20 the hash of that build is still the one that its devices wrote', () => {
  const written = {
    ...{ mid: 3, name: 'customer.create', format: 1, args: { id: 9, name: 'Joan', notes: null }, actorUserId: 5 },
    ...{ atMs: 1_000, offsetMinutes: 180, clockOffsetMs: null, deps: [1] },
    h: 'c959eb6c44d391830635d8c963eaec5d',
  };
  expect(mutationsOfBuildBefore({ ...QUEUE, previousHash: HASH_ZERO }, [written])).toHaveLength(1);
});

const [first, second, third, fourth] = RUN;
test.each([
  ['a mutation is missing', [first, third, fourth]],
  ['two changed places', [first, third, second, fourth]],
  ['one was altered', [first, { ...second, atMs: 1 }, third, fourth]],
  ['what one needs was altered', [first, second, third, { ...fourth, deps: [4] }]],
  ['the first ones were cut off', [second, third, fourth]],
])('SYN-27 %s: no run of that build', (_, run) => {
  expect(mutationsOfBuildBefore(QUEUE, run.filter((wire) => wire !== undefined) as typeof RUN)).toBeNull();
});

test('SYN-27 a hole among the mids is no run of that build, whatever its hashes say', () => {
  const [head] = runBefore(QUEUE.previousHash, 4, [{}]);
  const hashed = [head, ...runBefore(head?.h ?? '', 6, [{}])].filter((wire) => wire !== undefined);
  expect(mutationsOfBuildBefore(QUEUE, hashed)).toBeNull();
});
