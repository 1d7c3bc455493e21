// npm run drill -- kills [--kills N] [--sales N] [--seed S]: tries in earnest what the tests try in small. No part of npm
// test: it takes a quarter of an hour. It needs the built app (npm run build) and Chromium (CHROMIUM_PATH).
import { parseArgs } from 'node:util';
import { drillKills } from './kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '50' },
    sales: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
if (positionals.join() !== 'kills') {
  console.error('There is one drill: npm run drill -- kills [--kills N] [--sales N] [--seed S]');
  process.exit(1);
}
const holds = await drillKills({
  killsEach: Number(values.kills),
  sales: Number(values.sales),
  seed: Number(values.seed),
});
process.exitCode = holds ? 0 : 1;
