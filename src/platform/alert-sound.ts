/** Two short notes, the second one higher: made here, so that there is no file to fetch. */
const NOTES = [
  { hertz: 660, startS: 0 },
  { hertz: 880, startS: 0.18 },
] as const;
const NOTE_S = 0.16;
const LOUDNESS = 0.2;

/** Sounds for a new order. A browser is silent until somebody has touched the page, and some always are. */
export async function playAlertSound(): Promise<void> {
  if (!('AudioContext' in window)) return;
  const audio = new AudioContext();
  try {
    for (const { hertz, startS } of NOTES) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUDNESS, audio.currentTime + startS);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + startS + NOTE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + startS);
      tone.stop(audio.currentTime + startS + NOTE_S);
    }
    await new Promise((resolve) => setTimeout(resolve, (NOTES[1].startS + NOTE_S) * 1_000 + 100));
  } finally {
    await audio.close();
  }
}
