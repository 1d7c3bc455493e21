import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraScanner } from '../../../../src/ui/scan/camera-scanner.tsx';

const COLA = '4006381333931';
/** For each look: the codes before the camera. */
let views: string[][];
let counted: string[];

beforeEach(() => {
  vi.useFakeTimers();
  counted = [];
  const stream = { getTracks: () => [] };
  vi.stubGlobal('navigator', Object.assign(navigator, { mediaDevices: { getUserMedia: async () => stream } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** Opens the scanner with a camera that has one track. */
function openWithTrack() {
  const track = { stop: vi.fn<() => void>() };
  navigator.mediaDevices.getUserMedia = async () => ({ getTracks: () => [track] }) as never;
  const shown = render(
    <MantineProvider>
      <CameraScanner
        openReader={async () => ({ read: async () => [] })}
        readerMissing="There is no reader"
        onCode={async () => null}
        onClose={() => undefined}
      />
    </MantineProvider>,
  );
  return { ...shown, track };
}

test('G31 the camera is off once the scanner is closed, also before its first picture', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise(() => undefined));
  const { track, unmount } = openWithTrack();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(track.stop).not.toHaveBeenCalled();
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(track.stop).toHaveBeenCalled();
});

test('G31 a browser that plays no picture has not forbidden the camera, and the camera is off', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const { track } = openWithTrack();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('alert').textContent).toBe('The camera could not be used. Type the code instead.');
  expect(track.stop).toHaveBeenCalled();
});

/** Scans with a camera whose looks take this long, until it has seen everything. */
async function scan(lookMs: number) {
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    return views.shift() ?? [];
  };
  const onCode = async (code: string) => {
    counted.push(code);
    return `${code} added`;
  };
  render(
    <MantineProvider>
      <CameraScanner
        openReader={async () => ({ read })}
        readerMissing="There is no reader"
        onCode={onCode}
        onClose={() => undefined}
      />
    </MantineProvider>,
  );
  while (views.length > 0) await act(() => vi.advanceTimersByTimeAsync(lookMs + 200));
}

test.each([10, 2_000])('G31 a code that stays in view counts once, also where a look takes %i ms', async (lookMs) => {
  views = [[], [COLA], [COLA], [COLA], [COLA]];
  await scan(lookMs);
  expect(counted).toEqual([COLA]);
});

test('G31 a code that was out of view for a while is another packet; one that was missed in one look is not', async () => {
  views = [[COLA], [], [COLA], ...Array.from({ length: 12 }, () => []), [COLA]];
  await scan(10);
  expect(counted).toEqual([COLA, COLA]);
});

const BLOCKED = 'Kaunta may not use the camera. Allow it in the settings of your browser.';
const NONE = 'No camera was found on this device.';
const BUSY = 'Another app is using the camera. Close it and try again.';
const OTHER = 'The camera could not be used. Type the code instead.';
test.each([
  [new DOMException('', 'NotAllowedError'), BLOCKED],
  [new DOMException('', 'NotFoundError'), NONE],
  [new DOMException('', 'OverconstrainedError'), NONE],
  [new DOMException('', 'NotReadableError'), BUSY],
  [new DOMException('', 'AbortError'), OTHER],
  [Object.assign(new Error(), { name: 'NotAllowedError' }), OTHER],
])('G31 a camera that gives no picture (%s) says why, and what to do', async (error, sentence) => {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(error);
  views = [];
  await scan(10);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});
