import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(ROOT, 'node_modules', '.bin');
/** The project's own Node, which the package of that name brings. */
export const NODE = join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node');
