import { expect, test } from 'vitest';
import { digestOf, rowHash } from '../../../sync/protocol/digest.ts';

test('SYN-14 the same rows have one digest in any order, and a lost, doubled or older row another', () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({ id: 2 ** 40 + index, version: 7 + (index % 3) }));
  const digest = digestOf(rows);
  expect(digestOf(rows.toReversed())).toEqual(digest);
  expect(digestOf(rows.slice(1))).not.toEqual(digest);
  const [first, ...others] = rows;
  expect(digestOf([{ ...first!, version: 8 }, ...others]).xor).not.toBe(digest.xor);
  expect(digestOf([])).toEqual({ count: 0, xor: 0 });
});

test('SYN-14 neighbours, and ids that differ in their upper half alone, have different hashes', () => {
  const hashes = new Set<number>();
  for (let block = 0; block < 10; block += 1)
    for (let id = 0; id < 500; id += 1)
      for (let version = 1; version <= 4; version += 1) hashes.add(rowHash(block * 2 ** 33 + id, version));
  expect(hashes.size).toBeGreaterThan(19_990);
  expect([...hashes].every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)).toBe(true);
});
