import { describe, expect, it } from 'vitest';
import { isTransient } from '../../../server/db/database.ts';
import { Turns } from '../../../server/db/turns.ts';

/** Starts work that goes on until it is released. */
function held(turns: Turns, began: number[], nth: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const turn = turns.take(async () => {
    began.push(nth);
    await promise;
  });
  return { turn, end: resolve, fail: reject };
}

describe('turns at the database', () => {
  it.each([1, 3])('%d at once, the others in the order in which they came', async (atOnce) => {
    const turns = new Turns({ atOnce, waitingMax: 100 });
    const began: number[] = [];
    const works = Array.from({ length: 9 }, (_, nth) => held(turns, began, nth));
    for (const [nth, { turn, end }] of works.entries()) {
      expect(began).toEqual(Array.from({ length: Math.min(9, nth + atOnce) }, (_, each) => each));
      end();
      await turn;
    }
    expect(turns.isIdle).toBe(true);
  });

  it('work that failed makes way as any other', async () => {
    const turns = new Turns({ waitingMax: 100 });
    const began: number[] = [];
    const [first, second] = [held(turns, began, 0), held(turns, began, 1)];
    first.fail(new Error('It went wrong'));
    await expect(first.turn).rejects.toThrow('It went wrong');
    second.end();
    await second.turn;
    expect([began, turns.isIdle]).toEqual([[0, 1], true]);
  });

  it('more than may wait are told to try again', async () => {
    const turns = new Turns({ waitingMax: 2 });
    const began: number[] = [];
    const works = [0, 1, 2].map((nth) => held(turns, began, nth));
    const error = await held(turns, began, 3).turn.catch((thrown: unknown) => thrown);
    expect(isTransient(error)).toBe(true);
    for (const { turn, end } of works) {
      end();
      await turn;
    }
    expect(began).toEqual([0, 1, 2]);
  });

  it('its end waits for what was taken, and takes nothing more', async () => {
    const turns = new Turns({ waitingMax: 100 });
    const began: number[] = [];
    const works = [held(turns, began, 0), held(turns, began, 1)];
    const closed = turns.close();
    await expect(held(turns, began, 2).turn).rejects.toThrow('The database is closed');
    for (const { end } of works) end();
    await closed;
    expect([began, turns.isIdle]).toEqual([[0, 1], true]);
  });
});
