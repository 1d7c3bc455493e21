import { benchPull } from './server-pull.ts';
import { benchPush } from './server-push.ts';

/** Measures P10 and P11 over the embedded database and, if TEST_DATABASE_URL is set, over PostgreSQL. */
export async function run(): Promise<void> {
  await benchPush();
  await benchPull();
}
