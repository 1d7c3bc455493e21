import { playNotes } from './play-notes.ts';

/** Two short notes, the second one higher. */
const NOTES = [
  { hertz: 660, startS: 0 },
  { hertz: 880, startS: 0.18 },
] as const;
const NOTE_S = 0.16;
const LOUDNESS = 0.2;

/**
 * Plays the sound for a new order. A browser plays nothing until a person has touched the page, and some browsers never
 * do.
 */
export async function playAlertSound(): Promise<void> {
  if (!('AudioContext' in window)) return;
  const audio = new AudioContext();
  try {
    playNotes(audio, NOTES, { noteS: NOTE_S, loudness: LOUDNESS });
    await new Promise((resolve) => setTimeout(resolve, (NOTES[1].startS + NOTE_S) * 1_000 + 100));
  } finally {
    await audio.close();
  }
}
