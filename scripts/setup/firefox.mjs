import { ask } from './run.mjs';
import { installSystemPackages } from './system-package.mjs';

const NAMES = ['firefox-esr', 'firefox'];

/**
 * Returns the path of a Firefox; installs one if there is none.
 * @returns {Promise<{ FIREFOX_BROWSER: string }>}
 */
export async function bringFirefox() {
  const found = (await findFirefox()) ?? ((await installSystemPackages('firefox-esr')) ? await findFirefox() : null);
  if (found) return { FIREFOX_BROWSER: found };
  throw new Error(
    'The browser tests need Firefox, and none was found or could be installed. Install it (Debian: apt-get install firefox-esr).',
  );
}

async function findFirefox() {
  for (const name of NAMES) {
    const path = await ask('which', [name]);
    if (path) return path;
  }
  return null;
}
