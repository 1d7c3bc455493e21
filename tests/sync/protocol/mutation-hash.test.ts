import { expect, test } from 'vitest';
import { HASH_ZERO, mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';

const MUTATION: Omit<WireMutation, 'h'> = {
  mid: 3,
  name: 'customer.create',
  format: 1,
  args: { id: 9, name: 'Joan', notes: null },
  actorUserId: 5,
  atMs: 1_000,
  offsetMinutes: 180,
  clockOffsetMs: null,
  deps: [1],
};

const OTHERS: { [Field in keyof typeof MUTATION]: (typeof MUTATION)[Field] } = {
  mid: 4,
  name: 'customer.edit',
  format: 2,
  args: { id: 9, name: 'Joan', notes: '' },
  actorUserId: 6,
  atMs: 1_001,
  offsetMinutes: 120,
  clockOffsetMs: 0,
  deps: [2],
};

test('SYN-20 a hash covers the one before it and all that travels', () => {
  const changed = Object.entries(OTHERS).map(([field, value]) => ({ ...MUTATION, [field]: value }));
  const hashes = [
    mutationHash(HASH_ZERO, MUTATION),
    mutationHash('1'.repeat(32), MUTATION),
    ...changed.map((mutation) => mutationHash(HASH_ZERO, mutation)),
  ];
  expect(new Set(hashes).size).toBe(11);
});

test('SYN-20 device and server of every build come to the same hash, 128 bits in hex', () => {
  expect(mutationHash(HASH_ZERO, MUTATION)).toBe('c959eb6c44d391830635d8c963eaec5d');
  // In whatever order the arguments were written.
  const args = { notes: null, name: 'Joan', id: 9 };
  expect(mutationHash(HASH_ZERO, { ...MUTATION, args })).toBe(mutationHash(HASH_ZERO, MUTATION));
});
