import { vi } from 'vitest';

/** The sounds, vibrations and messages with which a device answered each scan. */
export interface ScanSignals {
  /** The frequencies of the sound, in hertz. */
  readonly notes: number[];
  /** The vibration in ms: on, off, on. */
  readonly shakes: unknown[];
}

const signals: ScanSignals = { notes: [], shakes: [] };

/** Records sounds and vibrations from here on. The app keeps one audio device, so all tests of a file share it. */
export function recordScanSignals(): ScanSignals {
  signals.notes.length = 0;
  signals.shakes.length = 0;
  vi.stubGlobal('AudioContext', StandInAudio);
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms: unknown) => signals.shakes.push(ms) });
  return signals;
}

class StandInAudio {
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    const frequency = { value: 0 };
    const tone = {
      frequency,
      connect: (next: unknown) => next,
      start: () => void signals.notes.push(frequency.value),
      stop: () => undefined,
    };
    return tone;
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (next: unknown) => next };
  }
}
