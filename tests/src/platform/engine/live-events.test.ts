import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToEvents } from '../../../../src/platform/engine/live-events.ts';

/** A stand-in for the browser's EventSource; the test sends its events. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readonly url: string;
  readyState = 1;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  say(event: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
}

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.opened.length = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listen(random: number) {
  const onNewer = vi.fn<() => void>();
  stop = listenToEvents({ knownVersion: async () => 7, onNewer, random: () => random });
  const [stream] = Stream.opened;
  if (!stream) throw new Error('No stream was opened');
  return { onNewer, stream };
}

test('SYN-16 a device that hears of a newer version pulls after a random moment of at most two seconds, once', async () => {
  const { onNewer, stream } = listen(0.5);
  expect(stream.url).toBe('/api/v1/events');
  for (const version of [8, 9, 10]) stream.say({ epoch: 'e', version });
  await vi.advanceTimersByTimeAsync(500);
  expect(onNewer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(onNewer).toHaveBeenCalledTimes(1);
  stream.say({ epoch: 'e', version: 11 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onNewer).toHaveBeenCalledTimes(2);
});

test('SYN-16 what it has already, and what is no event of ours, moves nobody', async () => {
  const { onNewer, stream } = listen(0);
  stream.say({ epoch: 'e', version: 7 });
  stream.say('<html>');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onNewer).not.toHaveBeenCalled();
});

test('SYN-16 it listens while somebody looks and there is a network, and no longer', () => {
  const { stream } = listen(0);
  window.dispatchEvent(new Event('online'));
  expect(Stream.opened).toHaveLength(1);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(stream.readyState).toBe(Stream.CLOSED);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(Stream.opened).toHaveLength(2);
});
