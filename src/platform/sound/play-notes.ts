export interface Note {
  hertz: number;
  /** When the note begins. */
  startS: number;
}

export interface NoteManner {
  /** How long each note sounds. */
  noteS: number;
  loudness: number;
}

/** Plays short notes that fade away. They are generated, so there is no file to fetch. */
export function playNotes(audio: AudioContext, notes: readonly Note[], { noteS, loudness }: NoteManner): void {
  for (const { hertz, startS } of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(loudness, audio.currentTime + startS);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + startS + noteS);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + startS);
    tone.stop(audio.currentTime + startS + noteS);
  }
}
