import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Findings, HouseCopy, type SourceFile } from './house-copy.ts';
import { ALLOWED, COMPILER_OFFENCES, CYCLE, LINTER_OFFENCES, type Offence } from './offences.ts';

// Tests the walls of ARCHITECTURE.md: a copy of the project full of offences is compiled and linted once. The
// compiler's and the linter's offences are in separate copies, so that neither tool sees those of the other.

interface Standing {
  offence: Offence;
  file: SourceFile;
}

const stand = (offences: readonly Offence[]): Standing[] =>
  offences.map((offence, number) => {
    const path = /\.tsx?$/.test(offence.where) ? offence.where : `${offence.where}/offence-${number}.ts`;
    return { offence, file: { path, text: offence.text } };
  });

const byWall = (standing: Standing[]): [string, Standing][] => standing.map((each) => [each.offence.wall, each]);

const compiled = stand(COMPILER_OFFENCES);
const linted = stand(LINTER_OFFENCES);
const forCompiler = new HouseCopy([...ALLOWED, ...compiled.map(({ file }) => file)]);
const forLinter = new HouseCopy([...ALLOWED, ...CYCLE, ...linted.map(({ file }) => file)]);

afterAll(() => {
  forCompiler.remove();
  forLinter.remove();
});

describe('the compiler refuses that', () => {
  let findings: Findings;
  beforeAll(async () => {
    findings = await forCompiler.compile();
  }, 120_000);

  test.each(byWall(compiled))('%s', (_wall, { offence, file }) => {
    expect(findings.get(file.path) ?? []).toContainEqual(expect.stringMatching(offence.finding));
  });

  test.each(ALLOWED.map(({ path }) => path))('and lets pass what %s may do', (path) => {
    expect(findings.get(path) ?? []).toEqual([]);
  });
});

describe('the linter refuses that', () => {
  let findings: Findings;
  beforeAll(async () => {
    findings = await forLinter.lint();
  }, 120_000);

  test.each(byWall(linted))('%s', (_wall, { offence, file }) => {
    expect(findings.get(file.path) ?? []).toContainEqual(expect.stringMatching(offence.finding));
  });

  test.each(CYCLE.map(({ path }) => path))('two files import each other: %s', (path) => {
    expect(findings.get(path) ?? []).toContain('no-cycle');
  });

  test.each(ALLOWED.map(({ path }) => path))('and lets pass what %s may do', (path) => {
    expect(findings.get(path) ?? []).toEqual([]);
  });
});
