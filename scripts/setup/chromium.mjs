import { ask } from './run.mjs';
import { installSystemPackages } from './system-package.mjs';

const NAMES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', 'chromium', 'google-chrome-stable', 'google-chrome'];

/**
 * Returns the path of a Chromium that runs; installs one if there is none.
 * @returns {Promise<string>}
 */
export async function bringChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (await runs(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not run as a browser.`);
  }
  const found = (await findChromium()) ?? ((await installSystemPackages('chromium')) ? await findChromium() : null);
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium, and none was found or could be installed. Install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
}

async function findChromium() {
  for (const name of NAMES) {
    const path = name.startsWith('/') ? name : await ask('which', [name]);
    if (path && (await runs(path))) return path;
  }
  return null;
}

async function runs(/** @type {string} */ path) {
  const version = await ask(path, ['--version']);
  return version !== null && /chrom/i.test(version);
}
