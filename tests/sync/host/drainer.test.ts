import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import { createDrainer } from '../../../sync/host/drainer.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import type { PullAnswer } from '../../../sync/protocol/pull.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { MemoryDatabase } from '../../support/memory/memory-database.ts';

/** A pull that hangs until the test lets it go on. */
function hangingPorts() {
  const waiting: ((result: CallResult<PullAnswer>) => void)[] = [];
  let asked: (() => void) | null = null;
  const transport: Transport = {
    push: async () => ({ kind: 'unreachable' }),
    audit: async () => ({ kind: 'unreachable' }),
    knownActs: async () => ({ kind: 'unreachable' }),
    pull: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        asked?.();
      }),
  };
  const ports: EnginePorts = {
    database: new MemoryDatabase(
      newReplicaState({ businessId: 1, userId: 5, role: 'staff', clientId: '0123456789abcdef' }),
    ),
    transport,
    clock: { nowMs: () => 1, offsetMinutes: () => 0 },
    random: { below: () => 0 },
    online: { isOnline: () => true },
    device: { appVersion: 'test', pullRows: () => 100, storagePersistent: async () => null },
  };
  const isAsked = () => new Promise<void>((resolve) => (waiting.length > 0 ? resolve() : (asked = resolve)));
  const letGo = () => waiting.splice(0).forEach((resolve) => resolve({ kind: 'unreachable' }));
  return { ports, isAsked, letGo };
}

test('SYN-18 one drainer at a time holds the lock; the other leaves at once', async () => {
  const { ports, isAsked, letGo } = hangingPorts();
  const run = createDrainer('one', ports).drain({ urgent: true });
  await isAsked();
  const other = hangingPorts();
  const page = createDrainer('one', other.ports).drain({ urgent: true });
  expect(await Promise.race([page, other.isAsked().then(() => 'drains too')])).toBe('held');
  letGo();
  expect(await run).toMatchObject({ phase: 'offline' });
});

test('SYN-18 a page takes the lock from a holder that stands still', async () => {
  const stuck = hangingPorts();
  const run = createDrainer('two', stuck.ports).drain({ urgent: true });
  await stuck.isAsked();
  const other = hangingPorts();
  const takeOver = createDrainer('two', other.ports).drain({ urgent: true, steal: true });
  expect(await Promise.race([takeOver, other.isAsked().then(() => 'drains')])).toBe('drains');
  other.letGo();
  expect(await takeOver).toMatchObject({ phase: 'offline' });
  expect(await run).toBe('held');
  stuck.letGo();
});

test('SYN-18 databases of two people are drained side by side', async () => {
  const [hers, his] = [hangingPorts(), hangingPorts()];
  const runs = [
    createDrainer('three', hers.ports).drain({ urgent: true }),
    createDrainer('four', his.ports).drain({ urgent: true }),
  ];
  await Promise.all([hers.isAsked(), his.isAsked()]);
  hers.letGo();
  his.letGo();
  expect(await Promise.all(runs)).toMatchObject([{ phase: 'offline' }, { phase: 'offline' }]);
});

test('SYN-18 whoever asks urgently while a run ends is served too, whatever the moment', async () => {
  for (let moment = 0; moment < 120; moment += 1) {
    const { ports } = hangingPorts();
    let pulls = 0;
    let asked: Promise<unknown> = Promise.resolve();
    const askLater = async () => {
      for (let step = 0; step < moment; step += 1) await Promise.resolve();
      await drainer.drain({ urgent: true });
    };
    const pull = async (): Promise<CallResult<PullAnswer>> => {
      pulls += 1;
      if (pulls === 1) asked = askLater();
      return { kind: 'unreachable' };
    };
    const drainer = createDrainer(`asked at ${moment}`, { ...ports, transport: { ...ports.transport, pull } });
    await drainer.drain({ urgent: true });
    await asked;
    expect(pulls, `asked ${moment} steps after the first pull`).toBeGreaterThan(1);
  }
});
