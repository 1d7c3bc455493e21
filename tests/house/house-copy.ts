import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules', '.bin');

/** The product's TypeScript projects, as listed in the root's tsconfig.json. */
const PROJECTS = readReferences(join(ROOT, 'tsconfig.json')).filter(
  (path) => !/^(tests|e2e|scripts|tsconfig\..*)$/.test(path),
);

export interface SourceFile {
  path: string;
  text: string;
}

/** Findings of compiler and linter by file: codes such as TS6307, rules such as no-restricted-imports. */
export type Findings = ReadonlyMap<string, readonly string[]>;

/**
 * A small project in a temporary folder, with the real walls (every tsconfig.json and the linter's settings) but nearly
 * no files, so that offences are never in the tree itself.
 */
export class HouseCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kaunta-walls-'));

  constructor(files: readonly SourceFile[]) {
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'));
    for (const file of ['package.json', 'tsconfig.base.json', '.oxlintrc.json'])
      cpSync(join(ROOT, file), join(this.#folder, file));
    for (const project of PROJECTS) {
      // The project `sync` itself has one file, the ports.
      const rooms = project === 'sync' ? ['ports.ts'] : ['place.ts', 'shape.ts'];
      for (const room of rooms)
        this.#write({ path: `${project}/${room}`, text: `export const place = '${project}';\n` });
      cpSync(join(ROOT, project, 'tsconfig.json'), join(this.#folder, project, 'tsconfig.json'));
    }
    this.#write({ path: 'src/screens/items/list.ts', text: `export const list = 'items';\n` });
    this.#write({ path: 'src/state/session.ts', text: `export const session = 'nobody';\n` });
    this.#write({ path: 'src/ui/pager.ts', text: `export const pager = 'pager';\n` });
    for (const file of files) this.#write(file);
    const references = PROJECTS.map((path) => ({ path }));
    this.#write({ path: 'tsconfig.json', text: JSON.stringify({ files: [], references }) });
  }

  async compile(): Promise<Findings> {
    const printed = await this.#run('tsc', ['-b', '--pretty', 'false']);
    return group(
      [...printed.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+)/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
    );
  }

  async lint(): Promise<Findings> {
    const printed = await this.#run('oxlint', ['-f', 'unix']);
    return group(
      [...printed.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/\S*?\(([a-z-]+)\)\]$/gm)].map((match) => [
        match[1] ?? '',
        match[2] ?? '',
      ]),
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(file: SourceFile): void {
    const path = join(this.#folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }

  // Both tools exit with an error if they find something. Only their output counts.
  #run(tool: string, args: string[]): Promise<string> {
    return new Promise((done, fail) => {
      const env = { ...process.env, PATH: `${BIN}:${process.env['PATH'] ?? ''}` };
      execFile(
        join(BIN, tool),
        args,
        { cwd: this.#folder, env, maxBuffer: 16 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (error && typeof error.code !== 'number') fail(error);
          else done(stdout + stderr);
        },
      );
    });
  }
}

function readReferences(file: string): string[] {
  const { references } = JSON.parse(readFileSync(file, 'utf8')) as { references: { path: string }[] };
  return references.map(({ path }) => path.replace(/^\.\//, ''));
}

function group(pairs: [string, string][]): Findings {
  const byFile = new Map<string, string[]>();
  for (const [file, finding] of pairs) byFile.set(file, [...(byFile.get(file) ?? []), finding]);
  return byFile;
}
