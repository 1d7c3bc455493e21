import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  blockOfId,
  firstIdOfBlock,
  idSchema,
  LEASE_BLOCK_MAX,
  LEASE_SIZE,
  parseRouteId,
  takeId,
  type Lease,
} from '../../domain/id.ts';

const block = fc.integer({ min: 1, max: LEASE_BLOCK_MAX });
const place = fc.integer({ min: 0, max: LEASE_SIZE - 1 });

describe('leases', () => {
  test('SYN-2 a 33-bit block of 2^20 ids fills the 53 bits to the last', () => {
    const last = takeId({ block: LEASE_BLOCK_MAX, next: LEASE_SIZE - 1 });
    expect(last?.id).toBe(Number.MAX_SAFE_INTEGER);
    expect(firstIdOfBlock(1)).toBe(1_048_576);
  });

  test('SYN-2 ids are taken one after another, and the lease given in stays as it was', () => {
    const lease: Lease = { block: 7, next: 0 };
    const first = takeId(lease);
    const second = first && takeId(first.lease);
    expect([first?.id, second?.id]).toEqual([7 * LEASE_SIZE, 7 * LEASE_SIZE + 1]);
    expect(lease).toEqual({ block: 7, next: 0 });
  });

  test('SYN-2 a used-up lease gives nothing', () => {
    expect(takeId({ block: 7, next: LEASE_SIZE })).toBeNull();
    expect(takeId({ block: 7, next: LEASE_SIZE - 1 })?.lease).toEqual({ block: 7, next: LEASE_SIZE });
  });

  test('SYN-2 block 0 and what is beyond 33 bits are never leased', () => {
    expect(() => firstIdOfBlock(0)).toThrow('lease block');
    expect(() => firstIdOfBlock(LEASE_BLOCK_MAX + 1)).toThrow('lease block');
    expect(() => takeId({ block: 1, next: -1 })).toThrow('used ids');
  });

  test('SYN-2 property: every minted id is a valid id and tells its block; no two are equal', () => {
    const lease = fc.record({ block, next: place });
    fc.assert(
      fc.property(lease, lease, (one, other) => {
        const id = takeId(one)?.id;
        expect(v.is(idSchema, id)).toBe(true);
        expect(blockOfId(id ?? 0)).toBe(one.block);
        expect(takeId(other)?.id === id).toBe(one.block === other.block && one.next === other.next);
      }),
    );
  });
});

describe('the id in an address', () => {
  test('R-SDET-07 is parsed as a number', () => {
    expect(parseRouteId('42')).toBe(42);
    expect(parseRouteId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each([undefined, '', 'abc', '12abc', '-1', '1.5', '0', ' 1', '1e3', '0x10', '9007199254740992', '٣'])(
    'R-SDET-07 C-149 %j is no id',
    (text) => {
      expect(parseRouteId(text)).toBeNull();
    },
  );

  test('R-SDET-07 property: every id is found again in its address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parseRouteId(String(id)) === id),
    );
  });
});
