import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { makeFolder, NODE, removeFolder, ROOT } from '../../e2e/fixtures/places.ts';
import { BROWSER } from './browser.ts';
import { median } from './figure.ts';

/** The folder with Lighthouse's own lock file (docs/decisions/0032). */
const LOCKED = join(import.meta.dirname, 'lighthouse');
/** Where it is installed on first use. */
const BROUGHT = join(ROOT, 'data/bench/lighthouse');

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

const reportSchema = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(
    v.string(),
    v.object({ score: v.nullable(v.number()), auditRefs: v.array(v.object({ id: v.string() })) }),
  ),
  audits: v.record(v.string(), v.object({ score: v.nullable(v.number()), numericValue: v.optional(v.number()) })),
});

export interface Judgement {
  /** From 0 to 100; the median of the runs. */
  scores: Record<Category, number>;
  /** In milliseconds, on the phone and the network that Lighthouse simulates. */
  largestPaintMs: number;
  /** Lighthouse's benchmark of this machine: above 1,000 if idle. A slow machine lowers the performance score. */
  machine: number;
  /** Audits that failed in at least one run, whatever their weight. */
  failing: string[];
}

export interface JudgedPage {
  url: string;
  /** Audits that this page fails on purpose. */
  skip?: readonly string[];
  /** True for a page whose status is not 200. */
  isMissing?: boolean;
}

const run = promisify(execFile);

/**
 * Runs Lighthouse on a page several times with its mobile preset; nothing of it leaves the machine. Lighthouse
 * sometimes misses the start of its own recording and asks to be run again, which is done once.
 */
export async function judge(page: JudgedPage, times: number): Promise<Judgement> {
  await bringLighthouse();
  const reports: v.InferOutput<typeof reportSchema>[] = [];
  for (let nth = 0; nth < times; nth += 1) reports.push(await reportOf(page).catch(() => reportOf(page)));
  const scores = CATEGORIES.map((category) => [
    category,
    Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0))),
  ]);
  return {
    scores: Object.fromEntries(scores) as Record<Category, number>, // each of them
    largestPaintMs: median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN)),
    machine: Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex))),
    failing: [...new Set(reports.flatMap(failingAudits))].toSorted(),
  };
}

const failingAudits = ({ categories, audits }: v.InferOutput<typeof reportSchema>): string[] =>
  CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .map(({ id }) => id)
    .filter((id) => (audits[id]?.score ?? 1) < 0.9);

async function reportOf({
  url,
  skip = [],
  isMissing = false,
}: JudgedPage): Promise<v.InferOutput<typeof reportSchema>> {
  const folder = makeFolder('lighthouse');
  const file = join(folder, 'report.json');
  const flags = [
    ...['--output=json', `--output-path=${file}`, '--quiet', '--no-enable-error-reporting'],
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=--headless=new ${BROWSER.args.join(' ')}`,
    ...(skip.length > 0 ? [`--skip-audits=${skip.join(',')}`] : []),
    ...(isMissing ? ['--ignore-status-code'] : []),
  ];
  try {
    await run(NODE, [join(BROUGHT, 'node_modules/lighthouse/cli/index.js'), url, ...flags], {
      env: { ...process.env, CHROME_PATH: BROWSER.executablePath },
    });
    const report = v.parse(reportSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (report.runtimeError) throw new Error(`Lighthouse could not judge ${url}: ${report.runtimeError.message}`);
    return report;
  } finally {
    removeFolder(folder);
  }
}

/** Installs the packages of the lock file, unless they are installed. */
async function bringLighthouse(): Promise<void> {
  const locked = readFileSync(join(LOCKED, 'package-lock.json'), 'utf8');
  const stamp = join(BROUGHT, 'brought.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === locked) return;
  process.stderr.write('Bringing Lighthouse; this is done once ...\n');
  mkdirSync(BROUGHT, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(LOCKED, name), join(BROUGHT, name));
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: BROUGHT });
  writeFileSync(stamp, locked);
}
