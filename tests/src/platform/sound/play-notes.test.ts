import { expect, test } from 'vitest';
import { playNotes } from '../../../../src/platform/sound/play-notes.ts';

test('R-CTR-13 each note begins when it should and ends, so that no tone is left running', () => {
  const played: Record<string, number>[] = [];
  const audio = {
    currentTime: 5,
    destination: {},
    createOscillator() {
      const note: Record<string, number> = {};
      played.push(note);
      return {
        frequency: {
          set value(hertz: number) {
            note['hertz'] = hertz;
          },
        },
        connect: (next: unknown) => next,
        start: (atS: number) => (note['startS'] = atS),
        stop: (atS: number) => (note['endS'] = atS),
      };
    },
    createGain: () => ({
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: (next: unknown) => next,
    }),
  };
  const notes = [
    { hertz: 300, startS: 0 },
    { hertz: 240, startS: 0.5 },
  ];
  playNotes(audio as unknown as AudioContext, notes, { noteS: 0.25, loudness: 0.1 });
  expect(played).toEqual([
    { hertz: 300, startS: 5, endS: 5.25 },
    { hertz: 240, startS: 5.5, endS: 5.75 },
  ]);
});
