import { playNotes } from './play-notes.ts';

/** A scan that found its item is a short high note, one that did not two low ones: known without looking (R-CTR-13). */
const NOTES = {
  found: [{ hertz: 1_320, startS: 0 }],
  missing: [
    { hertz: 300, startS: 0 },
    { hertz: 240, startS: 0.16 },
  ],
} as const;
const NOTE_S = 0.11;
const LOUDNESS = 0.15;
const VIBRATION_MS = { found: 40, missing: [80, 60, 80] };

let audio: AudioContext | null = null;

/** Heard and felt where the device can; a browser is silent until somebody has touched the page. */
export function tellScan(isFound: boolean): void {
  const kind = isFound ? 'found' : 'missing';
  navigator.vibrate?.(VIBRATION_MS[kind]);
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  playNotes(audio, NOTES[kind], { noteS: NOTE_S, loudness: LOUDNESS });
}
