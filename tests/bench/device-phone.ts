import type { Locator, Page } from 'playwright/test';
import { layersHaveLeft } from '../../e2e/fixtures/layer-mark.ts';
import { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { Line } from '../../e2e/fixtures/proxy.ts';
import { BROWSER } from './browser.ts';
import { bundle } from './bundle.ts';
import { type BenchServer, serveReferenceShop } from './device-shop.ts';
import type { device } from './device-entry.ts';

declare global {
  interface Window {
    device: typeof device;
  }
}

/** The reference shop on a server, a network line to it, and phones; made for one run of the benches. */
export interface Bench {
  readonly server: BenchServer;
  readonly line: Line;
  newPhone(): Promise<PhoneWithProfile>;
  /** Returns a phone that is signed in and has the whole shop, with the app open at Home. */
  signedInPhone(): Promise<PhoneWithProfile>;
  /** Returns the same sooner: a copy of one profile. It must stay offline, because the server knows one such client. */
  offlinePhone(): Promise<PhoneWithProfile>;
}

/** Runs benches over the reference shop and removes everything afterwards. */
export async function withBench(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const server = await serveReferenceShop();
  const line = await Line.open(server.url);
  const phones: PhoneWithProfile[] = [];
  let original: Promise<PhoneWithProfile> | null = null;
  const keep = (phone: PhoneWithProfile) => {
    phones.push(phone);
    return phone;
  };
  const newPhone = async () => {
    // The bench before may have left the line unplugged.
    line.plug();
    return keep(await PhoneWithProfile.start(line, BROWSER));
  };
  const signedInPhone = async () => await signIn(server, await newPhone());
  const offlinePhone = async () => {
    original ??= signedInPhone().then(async (phone) => {
      await phone.quit();
      return phone;
    });
    const phone = keep(await (await original).copy(line));
    await phone.loseSignal();
    return phone;
  };
  try {
    await measure({ server, line, newPhone, signedInPhone, offlinePhone });
  } finally {
    for (const phone of phones) await phone.dispose();
    await line.close();
    await server.end();
  }
}

async function signIn(server: BenchServer, phone: PhoneWithProfile): Promise<PhoneWithProfile> {
  const app = await phone.open('/login');
  await phone.isReadyForOffline();
  await app.login.signIn(server.login);
  await app.header.title.waitFor();
  await putDevice(phone.page);
  await hasEverything(phone.page);
  return phone;
}

/**
 * Defines `window.device` in the page. It bypasses the content security policy, which admits the product's scripts
 * only.
 */
export async function putDevice(page: Page): Promise<void> {
  await page.evaluate((await bundle('tests/bench/device-entry.ts')).script);
}

/** Waits until the device has the whole window of the shop and nothing is unsent. */
export async function hasEverything(page: Page, withinMs = 240_000): Promise<void> {
  await page.evaluate(async (ms) => await window.device.hasEverything(ms), withinMs);
}

/** Navigates the open app to another of its addresses. */
export async function goTo(page: Page, path: string): Promise<void> {
  await layersHaveLeft(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Makes the page's processor `times` times slower until the returned function is called. */
export async function slowDown(page: Page, times: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  };
}

/**
 * Puts the pointer on a button and returns a tap on it. The driver's own click tests inside the page whether the button
 * is covered: at a fourth of the speed that is some 14 ms of every tap, which a person does not wait for.
 */
export async function thumbOn(button: Locator): Promise<() => Promise<void>> {
  await button.hover();
  const { mouse } = button.page();
  return async () => {
    await mouse.down();
    await mouse.up();
  };
}

export interface MainThread {
  /** The page's processor time since its process began, in milliseconds. Throttling does not change it. */
  computedMs(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Counts the processor time of the page's main thread, which says more than the clock on a shared machine. Counting
 * itself takes time, more with each counter that is still on, so nothing is timed meanwhile.
 */
export async function countMainThread(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async computedMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    },
    stop: () => session.detach(),
  };
}
