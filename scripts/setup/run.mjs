import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { BIN, ROOT } from './paths.mjs';

/**
 * Returns the environment with the project's own tools first on the path.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnvironment(more = {}) {
  return { ...process.env, ...more, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` };
}

/**
 * Runs a command to its end with our own output; returns its exit code. Signals are passed on, so that Ctrl-C ends it
 * too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? projectEnvironment(),
      stdio: 'inherit',
    });
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(127);
    });
    child.once('exit', (code) => end(code ?? 1));
  });
}

/**
 * Runs a command and returns its output; null if it failed or does not exist.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<string | null>}
 */
export function ask(command, args) {
  return new Promise((resolve) => {
    let printed = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? printed.trim() : null));
  });
}
