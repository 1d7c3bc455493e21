import { createHash } from 'node:crypto';
import { statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * Locks a directory for this process, and returns the function that unlocks it. The lock is a listening socket: the
 * system frees it however the process ends, so no stale file ever locks a shop out.
 * The lock works within one machine or container, so two of them must not share a directory.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const { dev, ino } = statSync(directory);
  const name = `kaunta-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
  const server = await listenAlone(directory, name);
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function listenAlone(directory: string, name: string): Promise<Server> {
  if (process.platform === 'linux') return listen(`\0${name}`, directory);
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`, directory);
  // On other systems the socket is a file that outlives its process. A file whose socket does not answer is replaced.
  const path = join(directory, 'lock.sock');
  try {
    return await listen(path, directory);
  } catch (error) {
    if (!(error instanceof DirectoryInUse) || (await isAnswered(path))) throw error;
    unlinkSync(path);
    return listen(path, directory);
  }
}

class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

function listen(path: string, directory: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new DirectoryInUse(`The data directory ${directory} is in use by another process`)
          : error,
      ),
    );
    server.listen(path, () => resolve(server));
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
