// npm run drill -- kills [--kills N] [--sales N] [--seed S], or day [--sales N] [--seed S]: does at full size what npm
// test does in small. Each takes about a quarter of an hour. It needs the built app (npm run build) and Chromium
// (CHROMIUM_PATH).
import { parseArgs } from 'node:util';
import { drillDay } from './day.ts';
import { drillKills } from './kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '50' },
    sales: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const drills = new Map([
  ['kills', () => drillKills({ killsEach: Number(values.kills), sales: Number(values.sales ?? 1_000), seed })],
  ['day', () => drillDay({ sales: Number(values.sales ?? 200), seed })],
]);
const drill = drills.get(positionals.join());
if (!drill) {
  console.error('There are two drills: npm run drill -- kills [--kills N] [--sales N] [--seed S]');
  console.error('                      npm run drill -- day [--sales N] [--seed S]');
  process.exit(1);
}
process.exitCode = (await drill()) ? 0 : 1;
