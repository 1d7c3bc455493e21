// npm run mutants -- --seed 7 --count 20 [--folder server]: draws random small faults in product code, puts each into a
// copy of the tree, and runs the tests related to the file, first those that import it by name. A mutant that no test
// notices is printed with its place: either a test is missing, or the mutant changes nothing that can be observed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { runVitest } from '../breaks/run-tests.ts';
import { TreeCopy } from '../breaks/tree-copy.ts';
import { type Mutant, mutantsOf, withMutant } from './mutants-of.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['domain', 'sync', 'server', 'src', 'sw', 'storefront'] as const;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    folder: { type: 'string', multiple: true, default: [...FOLDERS] },
  },
});
const random = seededRandom(Number(values.seed));
const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const byFolder = values.folder.map((folder) => files.filter((file) => file.startsWith(`${folder}/`)));

const copy = new TreeCopy();
process.on('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const counts = new Map<string, { noticed: number; survived: number }>();
for (let nth = 0; nth < Number(values.count); nth += 1) {
  const mutant = draw();
  const folder = mutant.file.split('/', 1)[0] ?? '';
  const count = counts.get(folder) ?? { noticed: 0, survived: 0 };
  counts.set(folder, count);
  const isNoticed = await isNoticedBy(mutant);
  if (isNoticed) count.noticed += 1;
  else count.survived += 1;
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${mutant.file}:${mutant.line}  ${mutant.what}`);
}
for (const [folder, { noticed, survived }] of counts)
  console.log(`${folder}: ${noticed} of ${noticed + survived} noticed`);

/** Draws a mutant: each folder is equally likely, and within it each mutant. */
function draw(): Mutant {
  for (;;) {
    const folder = random.pick(byFolder);
    const file = random.pick(folder);
    const mutants = mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'));
    if (mutants.length > 0) return random.pick(mutants);
  }
}

async function isNoticedBy(mutant: Mutant): Promise<boolean> {
  const path = join(copy.folder, mutant.file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, withMutant(whole, mutant));
  try {
    const naming = testsNaming(mutant.file);
    if (naming.length > 0 && !(await runVitest(['run', '--bail=1', ...naming], copy.folder))) return true;
    return !(await runVitest(['related', '--run', '--bail=1', mutant.file], copy.folder));
  } finally {
    writeFileSync(path, whole);
  }
}

/** Returns the test files that import the file by its name. */
function testsNaming(file: string): string[] {
  try {
    return execFileSync(
      'git',
      ['grep', '-lF', `/${basename(file)}'`, '--', 'tests/**/*.test.ts', 'tests/**/*.test.tsx'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    )
      .split('\n')
      .filter((name) => name !== '');
  } catch {
    // None.
    return [];
  }
}
