import { afterEach, expect, test, vi } from 'vitest';
import { storableText } from '../../domain/text/storable-text.ts';

const LACKING: readonly [object, readonly string[]][] = [
  [Array.prototype, ['toReversed', 'toSorted', 'toSpliced']],
  [String.prototype, ['toWellFormed']],
];

const theirs = LACKING.map(([holder, names]) => names.map((name) => Object.getOwnPropertyDescriptor(holder, name)));
const members = () => LACKING.flatMap(([holder, names]) => names.map((name) => Reflect.get(holder, name)));

afterEach(() => {
  LACKING.forEach(([holder, names], index) =>
    names.forEach((name, nth) => Object.defineProperty(holder, name, theirs[index]?.[nth] ?? {})),
  );
});

test('R-BROW-05 what an older engine lacks of the language is there, and does as the newer one’s own', async () => {
  const list = [3, 1, 2];
  const answers = () => [
    list.toReversed(),
    list.toSorted((one, other) => other - one),
    list.toSpliced(1, 1, 7, 8),
    list.toSpliced(1, 2),
    storableText('a\u0000\ud83d b \udf6c \ud83c\udf6c'),
    'plain'.toWellFormed(),
    list,
    Object.keys(list),
  ];
  const own = members();
  const expected = answers();
  for (const [holder, names] of LACKING) for (const name of names) Reflect.deleteProperty(holder, name);
  expect(members()).toEqual(own.map(() => undefined));
  vi.resetModules();
  await import('../../domain/older-engines.ts');
  expect(answers()).toEqual(expected);
});

test('R-BROW-05 where the engine has them its own are left as they are', async () => {
  const own = members();
  vi.resetModules();
  await import('../../domain/older-engines.ts');
  expect(members()).toEqual(own);
});
