import { playNotes } from './play-notes.ts';

/**
 * A short high note for a scan that found its item, two low notes for one that did not, so that the person need not
 * look (R-CTR-13).
 */
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

/** Plays the sound and vibrates, if the device can. A browser plays nothing until a person has touched the page. */
export function tellScan(isFound: boolean): void {
  const kind = isFound ? 'found' : 'missing';
  navigator.vibrate?.(VIBRATION_MS[kind]);
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  playNotes(audio, NOTES[kind], { noteS: NOTE_S, loudness: LOUDNESS });
}
