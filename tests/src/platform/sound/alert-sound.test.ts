import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playAlertSound } from '../../../../src/platform/sound/alert-sound.ts';

const played = vi.hoisted(() => ({ calls: [] as unknown[][], error: null as Error | null }));
vi.mock('../../../../src/platform/sound/play-notes.ts', () => ({
  playNotes: (...call: unknown[]) => {
    played.calls.push(call);
    if (played.error !== null) throw played.error;
  },
}));

let closed = 0;
class FakeAudio {
  close = async () => {
    await Promise.resolve();
    closed += 1;
  };
}

beforeEach(() => {
  [played.calls, played.error, closed] = [[], null, 0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('two notes, the second one higher, and the sound is let go a moment after the second has ended', async () => {
  vi.stubGlobal('AudioContext', FakeAudio);
  const playing = playAlertSound();
  const [, [first, second], { noteS }] = played.calls[0] as [
    unknown,
    { hertz: number; startS: number }[],
    { noteS: number },
  ];
  expect([first?.startS, second!.hertz > first!.hertz, second!.startS >= noteS]).toEqual([0, true, true]);
  const endMs = Math.round((second!.startS + noteS) * 1_000);
  await vi.advanceTimersByTimeAsync(endMs);
  expect(closed).toBe(0);
  await vi.advanceTimersByTimeAsync(100);
  await playing;
  expect([closed, played.calls.length]).toEqual([1, 1]);
});

test('what could not be played is let go too', async () => {
  vi.stubGlobal('AudioContext', FakeAudio);
  played.error = new Error('No sound before a touch');
  await expect(playAlertSound()).rejects.toThrow('No sound before a touch');
  expect(closed).toBe(1);
});

test('a browser without sound plays nothing', async () => {
  await playAlertSound();
  expect(played.calls).toEqual([]);
});
