import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuessGate } from '../../../server/account/guess-gate.ts';
import { KnownDevice } from '../../../server/account/known-device.ts';
import { signIn } from '../../../server/account/sign-in.ts';
import type { PinHasher } from '../../../server/pin-hash.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';

describe('G9 signing in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('G9 does the same costly work for an unknown phone as for a wrong PIN', async () => {
    const { phone } = await registerShop(server);
    const { deps } = server;
    const workOf = async (typed: string) => {
      let hashes = 0;
      const pins: PinHasher = {
        hash: () => Promise.reject(new Error('signing in hashes nothing anew')),
        verify: (pinHash, pin) => ((hashes += 1), deps.pins.verify(pinHash, pin)),
        verifyNobody: (pin) => ((hashes += 1), deps.pins.verifyNobody(pin)),
      };
      const ports = { ...deps, pins, guesses: new GuessGate(deps, 'pin') };
      const caller = { networks: ['10.5.0.1'], device: new KnownDevice(deps.pepper, deps.random, undefined) };
      const result = await signIn(ports, { phone: typed, pin: '9999' }, caller);
      return { result, hashes };
    };
    const [known, unknown] = [await workOf(phone), await workOf('+256 779 123 123')];
    expect(known).toEqual({ result: { ok: false, error: { code: 'wrong' } }, hashes: 1 });
    expect(unknown).toEqual(known);
  });
});
