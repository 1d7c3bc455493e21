// npm run break [-- SYN-9 …]: breaks every rule of docs/sync.md in each of the listed ways, in a copy of the tree. A
// test that cites the rule must then fail by an assertion. If none does, a test is missing or cannot fail. With
// arguments: only the breakages of these rules, or whose description contains one of these words.
import type { Breakage } from './breakage.ts';
import { BREAKAGES } from './breakages.ts';
import { runTests, type TestReport } from './run-tests.ts';
import { TreeCopy } from './tree-copy.ts';

/** Errors of `expect`, of a property and of a screen's queries. Any other error says nothing about the rule. */
const ASSERTION =
  /^(AssertionError|Error: promise (?:resolved|rejected)|Error: Property failed|TestingLibraryElementError|Error: Unable to find)/;

const asked = process.argv.slice(2);
const chosen = BREAKAGES.filter(
  ({ rule, what }) => asked.length === 0 || asked.some((words) => words === rule || what.includes(words)),
);
const copy = new TreeCopy();
process.on('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

console.log(`${chosen.length} breakages. First their tests without any.`);
const unbroken = await runTests(copy.folder, [...new Set(chosen.map(({ test }) => test))]);
let unnoticed = 0;
for (const breakage of chosen) {
  const verdict = await tryBreakage(breakage, unbroken);
  if (!verdict.isNoticed) unnoticed += 1;
  console.log(`${verdict.isNoticed ? 'noticed ' : 'SURVIVED'}  ${breakage.rule.padEnd(6)}  ${breakage.what}`);
  console.log(`${' '.repeat(18)}${verdict.by}`);
}
console.log(`\n${chosen.length - unnoticed} noticed, ${unnoticed} survived`);
process.exitCode = chosen.length > 0 && unnoticed === 0 ? 0 : 1;

async function tryBreakage(
  breakage: Breakage,
  whole: readonly TestReport[],
): Promise<{ isNoticed: boolean; by: string }> {
  const { rule, test, title } = breakage;
  const cites = new RegExp(`${rule}\\b`);
  const isMeant = (report: TestReport) => report.title.includes(title) && cites.test(report.title);
  const before = whole.filter(isMeant);
  if (before.length === 0) return { isNoticed: false, by: `no test of ${test} cites ${rule} and says "${title}"` };
  const ill = before.find(({ passed }) => !passed);
  if (ill) return { isNoticed: false, by: `fails without the breakage: ${ill.title}: ${firstLine(ill)}` };
  const after = await copy.whileBroken(breakage, () => runTests(copy.folder, [test], title));
  const failed = after.filter((report) => isMeant(report) && !report.passed);
  const noticed = failed.find(({ failures }) => failures.some((failure) => ASSERTION.test(failure)));
  if (noticed) return { isNoticed: true, by: noticed.title };
  const other = failed[0] ? `${failed[0].title}: ${firstLine(failed[0])}` : null;
  return { isNoticed: false, by: other ?? (after.length === 0 ? `nothing of ${test} ran` : `${test} passes`) };
}

function firstLine({ failures }: TestReport): string {
  return failures[0]?.split('\n', 1)[0] ?? 'for no reason given';
}
