import { ask, run } from './run.mjs';

let listsAreFresh = false;

/**
 * Installs system packages (Debian's apt) without questions; returns true if that worked. It needs root and apt.
 * @param {...string} names
 * @returns {Promise<boolean>}
 */
export async function installSystemPackages(...names) {
  if (process.getuid?.() !== 0 || (await ask('apt-get', ['--version'])) === null) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  console.log(`Installing ${names.join(', ')} with apt-get ...`);
  if (!listsAreFresh) listsAreFresh = (await run('apt-get', ['update', '-qq'], { env })) === 0;
  return (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })) === 0;
}
