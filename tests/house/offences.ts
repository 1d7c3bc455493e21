import type { SourceFile } from './house-copy.ts';

/** Code that is forbidden in that folder, and the finding that the tool must report. */
export interface Offence {
  wall: string;
  /** The folder, or the file if its kind matters. */
  where: string;
  text: string;
  finding: RegExp;
}

const imports = (from: string) => `import { place } from '${from}';\nexport const here = place;\n`;
const importsType = (from: string) => `import type { place } from '${from}';\nexport type Here = typeof place;\n`;
const packageOf = (name: string) => `import * as thing from '${name}';\nexport const here = thing;\n`;
const uses = (expression: string) => `export const here = () => ${expression};\n`;

const NOT_IN_PROJECT = /^TS(6307|6059)$/;
const UNKNOWN_NAME = /^TS(2304|2552|2580|2584|2591|2868|7017)$/;
const UNKNOWN_MODULE = /^TS(2307|2591)$/;
const RESTRICTED = /^no-restricted-imports$/;

// The compiler reports an unlisted file only at its first import, so types are imported from another file than values.
function upward(where: string, ...targets: string[]): Offence[] {
  const up = where.split('/').map(() => '..');
  return targets.flatMap((target) => {
    const value = {
      wall: `${where} imports ${target}`,
      where,
      text: imports([...up, target === 'sync' ? 'sync/ports.ts' : `${target}/place.ts`].join('/')),
      finding: NOT_IN_PROJECT,
    };
    const type = {
      wall: `${where} imports a type of ${target}`,
      where,
      text: importsType([...up, target, 'shape.ts'].join('/')),
      finding: NOT_IN_PROJECT,
    };
    return target === 'sync' ? [value] : [value, type];
  });
}

const unknown = (where: string, ...names: string[]): Offence[] =>
  names.map((name) => ({ wall: `${where} uses ${name}`, where, text: uses(name), finding: UNKNOWN_NAME }));

const nodeModule = (where: string): Offence => ({
  wall: `${where} imports a module of Node`,
  where,
  text: packageOf('node:fs'),
  finding: UNKNOWN_MODULE,
});

const ABOVE_MUTATION = ['sync', 'sync/replica', 'sync/engine', 'sync/store', 'src', 'server'];
const BARE = [
  'document',
  'window',
  'localStorage',
  'indexedDB',
  'navigator',
  'fetch',
  'setTimeout',
  'console',
  'crypto',
  'process',
  'Buffer',
];

export const COMPILER_OFFENCES: Offence[] = [
  ...upward('domain', 'sync/protocol', 'sync', 'src', 'sw', 'server'),
  ...upward('sync/protocol', 'sync/merge', 'sync/mutation', ...ABOVE_MUTATION),
  ...upward('sync/merge', 'sync/mutation', ...ABOVE_MUTATION),
  ...upward('sync/mutation', ...ABOVE_MUTATION),
  ...upward('sync/replica', 'sync/engine', 'sync/store', 'src', 'sw', 'server'),
  ...upward('sync/engine', 'sync/store', 'sync/host', 'src', 'sw', 'server'),
  ...upward('sync/store', 'sync/engine', 'sync/host', 'src', 'sw', 'server'),
  ...upward('sync/host', 'sync/store', 'src', 'sw', 'server'),
  ...upward('src', 'sw', 'server'),
  ...upward('sw', 'src', 'server'),
  ...upward('storefront', 'sync', 'src', 'sw', 'server'),
  ...upward('server', 'src', 'sw', 'sync', 'sync/replica', 'sync/engine', 'sync/store', 'sync/host'),
  ...['domain', 'sync/protocol', 'sync/merge', 'sync/mutation', 'sync/replica', 'sync/engine'].flatMap((where) => [
    ...unknown(where, ...BARE),
    nodeModule(where),
  ]),
  ...unknown('sync/store', 'document', 'window', 'localStorage', 'process', 'Buffer'),
  nodeModule('sync/store'),
  ...unknown('sync/host', 'document', 'window', 'localStorage', 'process', 'Buffer'),
  nodeModule('sync/host'),
  ...unknown('sw', 'document', 'window', 'localStorage', 'process', 'Buffer'),
  nodeModule('sw'),
  ...unknown('src', 'process', 'Buffer', '__dirname'),
  nodeModule('src'),
  ...unknown('storefront', 'process', 'Buffer'),
  nodeModule('storefront'),
  ...unknown('server', 'document', 'window', 'indexedDB'),
];

function packages(where: string, ...names: string[]): Offence[] {
  return names.map((name) => ({ wall: `${where} imports ${name}`, where, text: packageOf(name), finding: RESTRICTED }));
}

function files(where: string, ...froms: string[]): Offence[] {
  return froms.map((from) => ({ wall: `${where} imports ${from}`, where, text: packageOf(from), finding: RESTRICTED }));
}

const PURE = ['domain', 'sync/protocol', 'sync/merge', 'sync/mutation', 'sync/replica', 'sync/engine'];
const lines = (count: number, line: string) => `${line}\n`.repeat(count);

export const LINTER_OFFENCES: Offence[] = [
  ...packages('domain', 'dexie', 'react', '@noble/hashes/sha2.js', 'hono', 'node:fs'),
  ...PURE.slice(1).flatMap((where) => packages(where, 'dexie', 'react', 'dexie-react-hooks', 'hono', 'node:fs')),
  ...packages('sync/store', 'react', 'dexie-react-hooks', 'pg'),
  ...packages('sync/host', 'react', 'dexie'),
  ...packages('sw', 'react', '@mantine/core', 'dexie', 'workbox-window'),
  ...packages('src', 'dexie', 'pg', 'hono', 'node:fs'),
  ...packages('server', 'react', 'dexie', 'dexie-react-hooks', '@mantine/core', 'zustand'),
  ...files(
    'server',
    '../src/place.ts',
    '../sw/place.ts',
    '../sync/engine/place.ts',
    '../sync/store/place.ts',
    '../sync/replica/place.ts',
    '../sync/ports.ts',
  ),
  ...files('src', '../server/place.ts', '../sw/place.ts'),
  ...files('sw', '../server/place.ts', '../src/place.ts'),
  ...files('src/screens/sales', '../items/list.ts', '../../screens/items/list.ts', '../../app/shell.tsx'),
  ...files(
    'src/screens/sales/parts',
    '../../items/list.ts',
    '../../../screens/items/list.ts',
    '../../../app/shell.tsx',
  ),
  ...files('src/parts', '../screens/items/list.ts', '../app/shell.tsx'),
  ...files('src/parts/customer', '../../screens/items/list.ts', '../../app/shell.tsx'),
  ...files(
    'src/ui',
    '../../sync/store/place.ts',
    '../../sync/engine/place.ts',
    '../state/session.ts',
    '../parts/paths.ts',
    '../screens/items/list.ts',
    'dexie-react-hooks',
  ),
  ...files('src/background', '../screens/items/list.ts', '../parts/paths.ts'),
  ...files('src/state', '../screens/items/list.ts', '../parts/paths.ts', '../background/order-alerts.ts'),
  ...files('src/platform', '../screens/items/list.ts', '../parts/paths.ts', '../state/session.ts'),
  ...PURE.flatMap((where) => [
    { wall: `${where} reads the clock`, where, text: uses('Date.now()'), finding: /^no-restricted-properties$/ },
    { wall: `${where} makes a date of now`, where, text: uses('new Date()'), finding: /^no-restricted-globals$/ },
    { wall: `${where} draws by chance`, where, text: uses('Math.random()'), finding: /^no-restricted-properties$/ },
  ]),
  {
    wall: 'a promise that nobody awaits',
    where: 'server',
    text: 'const later = async () => 1;\nexport function here(): void {\n  later();\n}\n',
    finding: /^no-floating-promises$/,
  },
  {
    wall: 'any',
    where: 'server',
    text: 'export const here = (thing: any): string => String(thing);\n',
    finding: /^no-explicit-any$/,
  },
  {
    wall: 'a value of type any',
    where: 'src',
    text: `const parsed = JSON.parse('1');\nexport const here = () => String(parsed);\n`,
    finding: /^no-unsafe-assignment$/,
  },
  {
    wall: 'a switch that forgets a case',
    where: 'domain',
    text: `export function here(state: 'open' | 'closed'): number {\n  switch (state) {\n    case 'open':\n      return 1;\n  }\n  return 0;\n}\n`,
    finding: /^switch-exhaustiveness-check$/,
  },
  {
    wall: 'console in product code',
    where: 'server',
    text: `console.log('here');\nexport const here = 1;\n`,
    finding: /^no-console$/,
  },
  {
    wall: 'a file of more than 400 lines',
    where: 'domain',
    text: `export const here = 1;\n${lines(400, '// a line')}`,
    finding: /^max-lines$/,
  },
  {
    wall: 'a function of more than 70 lines',
    where: 'domain',
    text: `export function here(): number {\n${lines(70, '  // a line')}  return 1;\n}\n`,
    finding: /^max-lines-per-function$/,
  },
  {
    wall: 'a component of more than 120 lines',
    where: 'src/ui/long.tsx',
    text: `export function Here() {\n${lines(120, '  // a line')}  return null;\n}\n`,
    finding: /^max-lines-per-function$/,
  },
  { wall: 'a default export', where: 'domain', text: 'export default 1;\n', finding: /^no-default-export$/ },
  { wall: 'a re-export', where: 'domain', text: `export * from './place.ts';\n`, finding: /^no-barrel-file$/ },
  {
    wall: 'a file that is not in kebab-case',
    where: 'domain/SaleTotal.ts',
    text: 'export const here = 1;\n',
    finding: /^filename-case$/,
  },
];

/** Two files that import each other; neither is wrong alone. */
export const CYCLE: SourceFile[] = [
  { path: 'domain/hen.ts', text: `import { egg } from './egg.ts';\nexport const hen = (): number => egg() + 1;\n` },
  { path: 'domain/egg.ts', text: `import { hen } from './hen.ts';\nexport const egg = (): number => hen() - 1;\n` },
];

const imported = (...froms: string[]) =>
  froms.map((from, n) => `import * as thing${n} from '${from}';\n`).join('') +
  `export const here = [${froms.map((_, n) => `thing${n}`).join(', ')}];\n`;

/** Allowed imports, so that a wall that forbids everything fails the test too. */
export const ALLOWED: SourceFile[] = [
  { path: 'domain/allowed.ts', text: imported('valibot', './place.ts') },
  { path: 'sync/protocol/allowed.ts', text: imported('valibot', '@noble/hashes/sha2.js', '../../domain/place.ts') },
  { path: 'sync/merge/allowed.ts', text: imported('valibot', '../../domain/place.ts', '../protocol/place.ts') },
  {
    path: 'sync/mutation/allowed.ts',
    text: imported('valibot', '../../domain/place.ts', '../protocol/place.ts', '../merge/place.ts'),
  },
  {
    path: 'sync/replica/allowed.ts',
    text: imported('../../domain/place.ts', '../ports.ts', '../mutation/place.ts', '../merge/place.ts'),
  },
  {
    path: 'sync/engine/allowed.ts',
    text: imported(
      'valibot',
      '../../domain/place.ts',
      '../ports.ts',
      '../protocol/place.ts',
      '../mutation/place.ts',
      '../merge/place.ts',
      '../replica/place.ts',
    ),
  },
  {
    path: 'sync/store/allowed.ts',
    text:
      imported('dexie', '../../domain/place.ts', '../ports.ts', '../mutation/place.ts') +
      'export const open = () => indexedDB;\n',
  },
  {
    path: 'sw/allowed.ts',
    text:
      imported('../domain/place.ts', '../sync/ports.ts', '../sync/engine/place.ts', '../sync/store/place.ts') +
      'export const kept = () => caches;\n',
  },
  {
    path: 'server/allowed.ts',
    text: imported(
      'node:fs',
      'hono',
      '../domain/place.ts',
      '../sync/protocol/place.ts',
      '../sync/mutation/place.ts',
      '../sync/merge/place.ts',
    ),
  },
  {
    path: 'src/allowed.ts',
    text:
      imported('react', '@mantine/core', '../domain/place.ts', '../sync/engine/place.ts', '../sync/store/place.ts') +
      'export const page = () => document;\n',
  },
  {
    path: 'src/screens/sales/allowed.ts',
    text: imported(
      './list-part.ts',
      '../../ui/pager.ts',
      '../../state/session.ts',
      '../../../sync/store/place.ts',
      '../../../domain/place.ts',
    ),
  },
  { path: 'src/screens/sales/list-part.ts', text: 'export const part = 1;\n' },
  { path: 'src/screens/sales/parts/allowed.ts', text: imported('../list-part.ts', '../../../ui/pager.ts') },
  { path: 'src/ui/allowed.ts', text: imported('react', './pager.ts', '../../domain/place.ts') },
];
