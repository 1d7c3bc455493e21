// npm run demo: fills a new shop with a believable catalogue, customers and a year of sales, through the same mutations
// as a phone, and prints how to sign in. It uses the server on PORT, or starts one meanwhile.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings } from '../server/settings.ts';
import { fillYear } from './demo/demo-year.ts';
import { call, ScriptedDevice } from './demo/scripted-device.ts';
import { seededRandom } from './demo/seeded-random.ts';

const PIN = '7302';
const DAYS = 365;
const PHONES_MAX = 50;
const START_WITHIN_MS = 60_000;

const settings = readSettings(process.env);
if (!settings.ok) {
  console.error(settings.error.join('\n'));
  process.exit(1);
}
const server = `http://127.0.0.1:${settings.value.port}`;
const started = (await isUp(server)) ? null : await startServer(server);
try {
  const phone = await registerShop(server);
  const device = await ScriptedDevice.signIn(server, phone, PIN, randomBytes(8).toString('hex'));
  console.log('Filling the shop with a year of sales ...');
  const done = await fillYear(device, seededRandom(20_260_101), Date.now(), DAYS);
  console.log(`The demo shop has ${done.items} items, ${done.customers} customers and ${done.sales} sales.`);
  console.log(
    `Sign in at ${server}/login with phone ${phone} and PIN ${PIN}.${started ? ' Start the server with: npm start' : ''}`,
  );
} finally {
  if (started) await stopServer(started);
}

/** Registers a shop with the first demo phone number that is free; returns that number. */
async function registerShop(address: string): Promise<string> {
  for (let nth = 1; nth <= PHONES_MAX; nth += 1) {
    const phone = `+256 700 000${String(nth).padStart(3, '0')}`;
    const registration = {
      businessName: 'Mama Amina Stores',
      firstName: 'Amina',
      lastName: 'Nakato',
      username: 'Amina Nakato',
      email: 'amina@example.com',
      address: 'Plot 7, Ntinda Road, Kampala',
      country: 'UG',
      currency: 'UGX',
      phone,
      pin: PIN,
      businessCategoryId: 5,
      isBusinessOwner: true,
      timeZone: 'Africa/Kampala',
    };
    const refusal = await call(address, '/auth/register', registration, null).then(() => null, asError);
    if (!refusal) return phone;
    if (!/already registered/.test(refusal.message)) throw refusal;
  }
  throw new Error(`There are ${PHONES_MAX} demo shops already. Delete DATA_DIR to begin anew.`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function isUp(address: string): Promise<boolean> {
  return await fetch(`${address}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function startServer(address: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const giveUpAtMs = Date.now() + START_WITHIN_MS;
  while (!(await isUp(address))) {
    if (child.exitCode !== null || Date.now() > giveUpAtMs) {
      // Left running, it would hold DATA_DIR.
      if (child.exitCode === null) await stopServer(child);
      throw new Error('The server did not start. Run npm start to see why.');
    }
    await wait(200);
  }
  return child;
}

async function stopServer(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
