import { expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type WireMutation } from '../../../sync/protocol/push.ts';

const MUTATION: Omit<WireMutation, 'h'> = {
  act: 'a'.repeat(32),
  attempt: 0,
  mid: 3,
  name: 'customer.create',
  format: 1,
  args: { id: 9, name: 'Joan', notes: null },
  actorUserId: 5,
  atMs: 1_000,
  offsetMinutes: 180,
  clockOffsetMs: null,
  deps: ['b'.repeat(32)],
};

const OTHERS: { [Field in keyof typeof MUTATION]: (typeof MUTATION)[Field] } = {
  act: 'd'.repeat(32),
  attempt: 1,
  mid: 4,
  name: 'customer.edit',
  format: 2,
  args: { id: 9, name: 'Joan', notes: '' },
  actorUserId: 6,
  atMs: 1_001,
  offsetMinutes: 120,
  clockOffsetMs: 0,
  deps: ['c'.repeat(32)],
};

test('SYN-20 a hash covers the one before it and all that travels', () => {
  const changed = Object.entries(OTHERS).map(([field, value]) => ({ ...MUTATION, [field]: value }));
  const hashes = [
    mutationHash(HASH_ZERO, MUTATION),
    mutationHash('1'.repeat(32), MUTATION),
    ...changed.map((mutation) => mutationHash(HASH_ZERO, mutation)),
  ];
  expect(new Set(hashes).size).toBe(13);
});

test('SYN-20 device and server come to the same hash in every build of this protocol, 128 bits in hex', () => {
  expect(mutationHash(HASH_ZERO, MUTATION)).toBe('b9dcb9e380546f6e387d29d016b248d0');
  // The order of the arguments does not matter.
  const args = { notes: null, name: 'Joan', id: 9 };
  expect(mutationHash(HASH_ZERO, { ...MUTATION, args })).toBe(mutationHash(HASH_ZERO, MUTATION));
});
