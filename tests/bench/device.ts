import { measureColdLaunch } from './device-cold-launch.ts';
import { measureCounter } from './device-counter.ts';
import { measureFirstPull } from './device-first-pull.ts';
import { measureFormKeys } from './device-form-keys.ts';
import { measureLists } from './device-lists.ts';
import { measureLongSale } from './device-long-sale.ts';
import { withBench } from './device-phone.ts';
import { measureRebase } from './device-rebase.ts';
import { measureReplay } from './device-replay.ts';
import { measureReports } from './device-reports.ts';
import { measureTapToSale } from './device-tap-to-sale.ts';

/** Runs all device benches one after the other, with one shop. */
export const run = (): Promise<void> =>
  withBench(async (bench) => {
    await measureFirstPull(bench);
    await measureColdLaunch(bench);
    await measureTapToSale(bench);
    await measureCounter(bench);
    await measureLongSale(bench);
    await measureFormKeys(bench);
    await measureLists(bench);
    await measureReports(bench);
    await measureRebase(bench);
    await measureReplay(bench);
  });
