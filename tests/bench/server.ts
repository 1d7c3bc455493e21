import { benchPull } from './server-pull.ts';
import { benchPush } from './server-push.ts';

/** P10 and P11, over the embedded engine and, where TEST_DATABASE_URL names one, PostgreSQL. */
export async function run(): Promise<void> {
  await benchPush();
  await benchPull();
}
