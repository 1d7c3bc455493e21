import { describe, expect, it } from 'vitest';
import type { GuessTask } from '../../../domain/people/guess-task.ts';
import type { Result } from '../../../domain/result.ts';
import { countedOf } from '../../../server/account/guess-gate.ts';
import { StrangerLimit } from '../../../server/account/stranger-limit.ts';
import { networksOf } from '../../../server/http/request/client-address.ts';
import { systemRandom } from '../../../server/random.ts';
import { memoryPressures } from '../../support/server/memory-pressures.ts';

/** With this many users the installation's limit, 15 % of them, is not reached. */
const USERS = 100_000;
const NOW_MS = 1_000_000_000;
const HOUR_MS = 3_600_000;

const PER_ADDRESS = 20;
const PER_SITE = 60;

/** Guesses for different phones, so that the limit of a phone is not reached. */
function strangers() {
  const limit = new StrangerLimit(memoryPressures(), 'a pepper for tests', systemRandom);
  let phones = 0;
  const guess = (address: string, nowMs = NOW_MS): Promise<Result<null, GuessTask>> => {
    phones += 1;
    return limit.take({ purpose: 'pin', counted: countedOf(USERS, networksOf(address), [`phone ${phones}`]), nowMs });
  };
  return {
    isFree: async (address: string, nowMs?: number): Promise<boolean> => (await guess(address, nowMs)).ok,
    async useUp(tries: number, addressOf: (nth: number) => string): Promise<void> {
      for (let nth = 0; nth < tries; nth += 1)
        expect([nth, await guess(addressOf(nth))]).toEqual([nth, { ok: true, value: null }]);
    },
  };
}

describe('R-PIN-04 what devices that are not known share', () => {
  it.each([
    ['an IPv4 address', '10.0.0.1', '10.0.0.2'],
    ['a /64', '2001:db8:1:1::/64', '2001:db8:1:2::/64'],
  ])(
    'R-PIN-04 twenty tries of %s are free, whatever phones they are of, and another one has its own',
    async (_what, address, other) => {
      const { isFree, useUp } = strangers();
      await useUp(PER_ADDRESS, () => address);
      expect(await isFree(address)).toBe(false);
      expect(await isFree(other)).toBe(true);
    },
  );

  it('R-PIN-04 sixty tries of a /48 are free, from whichever of its /64s they come, and another one has its own', async () => {
    const { isFree, useUp } = strangers();
    await useUp(PER_SITE, (nth) => `2001:db8:1:${nth.toString(16)}::/64`);
    expect(await isFree('2001:db8:1:ffff::/64')).toBe(false);
    expect(await isFree('2001:db8:2:ffff::/64')).toBe(true);
  });

  it('R-PIN-04 an hour later an address has its twenty again, and a /48 its sixty', async () => {
    const { isFree, useUp } = strangers();
    await useUp(PER_ADDRESS, () => '10.0.0.1');
    await useUp(PER_SITE, (nth) => `2001:db8:1:${nth.toString(16)}::/64`);
    for (const address of ['10.0.0.1', '2001:db8:1:ffff::/64']) {
      expect([address, await isFree(address, NOW_MS + 1_000)]).toEqual([address, false]);
      expect([address, await isFree(address, NOW_MS + HOUR_MS)]).toEqual([address, true]);
    }
  });
});
