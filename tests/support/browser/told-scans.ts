import { vi } from 'vitest';

/** The sounds, vibrations and messages with which a device answered each scan. */
export interface ToldScans {
  /** The frequencies of the sound, in hertz. */
  readonly notes: number[];
  /** The vibration in ms: on, off, on. */
  readonly shakes: unknown[];
}

const told: ToldScans = { notes: [], shakes: [] };

/** Records sounds and vibrations from here on. The app keeps one audio device, so all tests of a file share it. */
export function tellingDevice(): ToldScans {
  told.notes.length = 0;
  told.shakes.length = 0;
  vi.stubGlobal('AudioContext', StandInAudio);
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms: unknown) => told.shakes.push(ms) });
  return told;
}

class StandInAudio {
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    const frequency = { value: 0 };
    const tone = {
      frequency,
      connect: (next: unknown) => next,
      start: () => void told.notes.push(frequency.value),
      stop: () => undefined,
    };
    return tone;
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (next: unknown) => next };
  }
}
