import { expect, test } from 'vitest';
import type { WorkerReply } from '../../sync/host/drain-message.ts';
import { type BackgroundPorts, drainInBackground } from '../../sw/background.ts';

type Phase = Extract<WorkerReply, { type: 'ended' }>['phase'];
const ended = (phase: Phase, wakeAfterMs: number | null): WorkerReply => ({ type: 'ended', phase, wakeAfterMs });

interface Scene {
  lookedAt: boolean;
  unsent: boolean;
  /** The engine's answers in order; the last one repeats. */
  replies: (WorkerReply | null)[];
  /** Called during waits; true if the network comes back. */
  onWait?: (scene: Scene, waitedMs: number) => boolean;
}

async function play(part: Partial<Scene>, urgent = true, atOnce = false) {
  const scene: Scene = { lookedAt: false, unsent: true, replies: [null], ...part };
  const did: string[] = [];
  let waitedMs = 0;
  const ports: BackgroundPorts = {
    hasUnsent: async () => scene.unsent,
    isAppLookedAt: async () => scene.lookedAt,
    drain: async (isUrgent) => {
      did.push(isUrgent ? 'drain at once' : 'drain');
      const [reply = null] = scene.replies;
      if (scene.replies.length > 1) scene.replies.shift();
      if (reply?.type === 'ended' && reply.phase === 'idle') scene.unsent = false;
      return reply;
    },
    wait: async (ms) => {
      waitedMs += ms;
      return scene.onWait?.(scene, waitedMs) ?? false;
    },
    comeBack: async () => void did.push('come back'),
  };
  await drainInBackground(ports, { urgent, atOnce });
  return { did, waitedMs };
}

test('SYN-17 with nothing to send the worker does nothing', async () => {
  expect(await play({ unsent: false })).toEqual({ did: [], waitedMs: 0 });
});

test('SYN-17 with no page it sends, and is done when all is sent', async () => {
  expect(await play({ replies: [ended('idle', null)] })).toEqual({ did: ['drain at once'], waitedMs: 0 });
});

test('SYN-8 SYN-17 a server that does not answer is asked again as the back-off says, here and now', async () => {
  const { did, waitedMs } = await play({
    replies: [ended('offline', 700), ended('offline', 1_900), ended('idle', null)],
  });
  expect(did).toEqual(['drain at once', 'drain', 'drain']);
  expect(waitedMs).toBe(2_600);
});

test('SYN-8 SYN-17 a network that comes back ends the waiting', async () => {
  const { did } = await play({ replies: [ended('offline', 50_000), ended('idle', null)], onWait: () => true }, false);
  expect(did).toEqual(['drain', 'drain at once']);
});

test('SYN-17 SYN-17b before the browser ends the event it asks for another', async () => {
  const { did, waitedMs } = await play({ replies: [ended('offline', 50_000)] });
  expect(did).toEqual(['drain at once', 'drain', 'drain', 'come back']);
  expect(waitedMs).toBe(100_000);
});

test('SYN-17 somebody else is at it: it looks again', async () => {
  const { did, waitedMs } = await play({ replies: [ended('held', null), ended('idle', null)] });
  expect(did).toEqual(['drain at once', 'drain']);
  expect(waitedMs).toBe(2_000);
});

test.each([
  ['a person has to sign in', ended('sign_in', null)],
  ['the app is too old', ended('outdated', null)],
  ['a person has to sign in, though the server asked another run to wait', ended('sign_in', 700)],
  ['the app is too old, though the server asked another run to wait', ended('outdated', 700)],
  ['the person left the shop, though the server asked another run to wait', ended('dismissed', 700)],
  ['nobody is signed in', null],
  ['the storage is out of order', { type: 'failed', reason: 'closed' } as const],
])('SYN-17 it does not come back when %s', async (_, reply) => {
  expect((await play({ replies: [reply] })).did).toEqual(['drain at once']);
});

test('SYN-17 a page that is looked at drains by itself; the worker sees to it, and takes over when the page goes', async () => {
  const sent = await play({ lookedAt: true, onWait: (scene, waited) => !(scene.unsent = waited < 6_000) });
  expect(sent).toEqual({ did: [], waitedMs: 6_000 });
  const gone = await play({
    lookedAt: true,
    replies: [ended('idle', null)],
    onWait: (scene, waited) => {
      scene.lookedAt = waited < 4_000;
      return false;
    },
  });
  expect(gone).toEqual({ did: ['drain'], waitedMs: 4_000 });
});

test('SYN-17 SYN-17b SYN-18 a page that is looked at and sends nothing is waited for 30 s, then the worker sends', async () => {
  const { did, waitedMs } = await play({ lookedAt: true, replies: [ended('offline', 700), ended('idle', null)] });
  expect(did).toEqual(['drain', 'drain']);
  expect(waitedMs).toBe(30_700);
});

test('SYN-17 a push or a periodic sync fetches what is new where nothing waits to be sent, beside a page too, and once', async () => {
  for (const reply of [ended('idle', null), ended('offline', 700)])
    expect(await play({ lookedAt: true, unsent: false, replies: [reply] }, true, true)).toMatchObject({
      did: ['drain at once'],
    });
});

test.each([true, false])(
  'SYN-17 SYN-17b SYN-18 a push or a periodic sync that finds the lock held looks again until it has it; changes wait: %s',
  async (unsent) => {
    const replies = [ended('held', null), ended('held', null), ended('idle', null)];
    const { did, waitedMs } = await play({ unsent, replies }, true, true);
    expect(did).toEqual(['drain at once', 'drain', 'drain']);
    expect(waitedMs).toBe(4_000);
  },
);

test('SYN-8 SYN-17 a push or a periodic sync that cannot send what waits tries again as the back-off says', async () => {
  const { did, waitedMs } = await play({ replies: [ended('offline', 700), ended('idle', null)] }, false, true);
  expect(did).toEqual(['drain', 'drain']);
  expect(waitedMs).toBe(700);
});

test('SYN-17 a lock that nobody lets go is left after the time of an event', async () => {
  const { did, waitedMs } = await play({ unsent: false, replies: [ended('held', null)] }, true, true);
  expect(did.at(-1)).toBe('come back');
  expect(waitedMs).toBe(120_000);
});
