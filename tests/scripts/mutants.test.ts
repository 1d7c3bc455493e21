import { expect, test } from 'vitest';
import { mutantsOf, withMutant } from '../mutants/mutants-of.ts';

const whatOf = (text: string): string[] => mutantsOf('place.ts', text).map(({ what }) => what);

test('a mutant turns a condition, changes an operator, or leaves out an await, a call or a member of a list', () => {
  expect(whatOf('if (a < 1) b();')).toEqual([
    'turns the condition a < 1',
    '<= for < in a < 1',
    '2 for 1',
    'leaves out b();',
  ]);
  expect(whatOf('await write(); const x = await read();')).toEqual([
    'leaves out await write();',
    'does not await write()',
    'does not await read()',
  ]);
  expect(whatOf("const slugs = ['login', 'sales'];")).toEqual(["leaves out 'sales'"]);
  expect(whatOf('const least = Math.min(a, b) as number;')).toEqual(['Math.min the other way']);
  expect(whatOf("const roles = { 'item.edit': 'admin' };")).toEqual(["'staff' for 'admin'"]);
});

test('types and imports are left alone', () => {
  expect(whatOf("import { one } from './one.ts'; type Two = 2 | true; interface Three { three: [1, 2] }")).toEqual([]);
});

test('a mutant has its place, and changes nothing else', () => {
  const text = 'const one = 1;\nconst sum = one + two;\n';
  const mutant = mutantsOf('place.ts', text).find(({ what }) => what.startsWith('- for +'))!;
  expect(mutant).toMatchObject({ file: 'place.ts', line: 2 });
  expect(withMutant(text, mutant)).toBe('const one = 1;\nconst sum = one - two;\n');
});

test('a file that cannot be parsed is named', () => {
  expect(() => mutantsOf('place.ts', 'const = ;')).toThrow('place.ts cannot be parsed');
});
