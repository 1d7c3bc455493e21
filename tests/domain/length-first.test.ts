import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { lengthFirst } from '../../domain/length-first.ts';

/** Makes a list that counts the reads of its members. */
function watchedList(length: number): { list: unknown[]; reads: () => number } {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length }, () => ({})),
    {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key) as unknown;
      },
    },
  );
  return { list, reads: () => reads };
}

describe('lengthFirst', () => {
  const names = lengthFirst(v.pipe(v.array(v.string()), v.minLength(1, 'None'), v.maxLength(3, 'Too many')));

  it.each([
    [0, 'None'],
    [4, 'Too many'],
    [300_000, 'Too many'],
  ])('R-HOST-01 looks into no list of %i members, and says only that its length is wrong', (length, sentence) => {
    const { list, reads } = watchedList(length);
    const { issues } = v.safeParse(names, list);
    expect(issues?.map(({ message }) => message)).toEqual([sentence]);
    expect(reads()).toBe(0);
  });

  it('R-HOST-01 looks into no record of too many members', () => {
    let reads = 0;
    const count = v.custom<unknown>(() => (reads += 1) > 0);
    const record = lengthFirst(v.pipe(v.record(v.string(), count), v.maxEntries(2, 'Too many')));
    const wide = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`k${index}`, index]));
    expect(v.safeParse(record, wide).issues?.map(({ message }) => message)).toEqual(['Too many']);
    expect(reads).toBe(0);
    expect(v.parse(record, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  });

  it('R-HOST-01 judges what has its length, or is no list at all, as the schema itself does', () => {
    expect(v.parse(names, ['a', 'b'])).toEqual(['a', 'b']);
    for (const wrong of [[1, 2], 'text', null, undefined, 7])
      expect(v.safeParse(names, wrong).issues).toEqual(
        v.safeParse(v.pipe(v.array(v.string()), v.minLength(1, 'None'), v.maxLength(3, 'Too many')), wrong).issues,
      );
  });

  it('R-HOST-01 takes no schema that says no largest length', () => {
    expect(() => lengthFirst(v.pipe(v.array(v.string()), v.minLength(1)))).toThrow('largest length');
  });
});
