import { globSync } from 'node:fs';
import { ask } from './run.mjs';
import { installSystemPackages } from './system-package.mjs';

const BROWSERS = [
  '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/*/webkitgtk-6.0/MiniBrowser',
  '/usr/lib/*/webkit2gtk-4.0/MiniBrowser',
];

/** @typedef {{ WEBKIT_BROWSER: string, WEBKIT_DRIVER: string, XVFB: string }} WebKit */

/**
 * Returns the paths of WebKit's small browser, its driver and a display for it; installs them if missing.
 * @returns {Promise<WebKit>}
 */
export async function bringWebKit() {
  const found = (await findWebKit()) ?? ((await installPackages()) ? await findWebKit() : null);
  if (found) return found;
  throw new Error(
    'The browser tests need WebKitGTK with its driver, and Xvfb, and they were not found or could not be installed. Install them (Debian: apt-get install webkit2gtk-driver xvfb).',
  );
}

const installPackages = () => installSystemPackages('webkit2gtk-driver', 'xvfb');

/** @returns {Promise<WebKit | null>} */
async function findWebKit() {
  const [browser] = globSync(BROWSERS);
  const driver = await ask('which', ['WebKitWebDriver']);
  const display = await ask('which', ['Xvfb']);
  return browser && driver && display ? { WEBKIT_BROWSER: browser, WEBKIT_DRIVER: driver, XVFB: display } : null;
}
