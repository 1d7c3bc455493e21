import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// PGlite starts PostgreSQL with fsync off, and its file system has no fsync: a power cut would lose commits that are
// only in the page cache. Here fsync reaches the disk. The hook uses a private interface of PGlite. So PGlite's version
// is pinned, the server does not start if the hook's place is missing, and a test counts the calls.
//
// PGlite also gives files the rights that PostgreSQL names, such as 0644 and 0666, whatever the umask is. A second hook
// removes the rights of other users.

/** The parts of Emscripten's NODEFS that we use. `findNodeFileSystem` checks every member at run time. */
interface NodeFileSystem {
  stream_ops: Record<string, unknown>;
  node_ops: Record<string, unknown>;
  tryFSOperation: (act: () => void) => void;
  realPath: (node: unknown) => string;
}

/** Adds an fsync that reaches the disk to the module's file system. Throws if the place for it is missing. */
export function hookFsync(module: unknown, onFsync: () => void): void {
  const files = findNodeFileSystem(module);
  files.stream_ops['fsync'] = (stream: { nfd?: number; node: unknown }) => {
    files.tryFSOperation(() =>
      stream.nfd === undefined ? fsyncPath(files.realPath(stream.node)) : fsyncSync(stream.nfd),
    );
    onFsync();
    return 0;
  };
}

type SetAttributes = (place: unknown, attributes: { mode?: number }) => void;

/** Removes the rights of group and others from every file: only the user that runs the server may read it. */
export function hookPermissions(module: unknown): void {
  const { stream_ops, node_ops } = findNodeFileSystem(module);
  for (const operations of [stream_ops, node_ops]) {
    const set = operations['setattr'] as SetAttributes; // The cast is safe: findNodeFileSystem checked it.
    operations['setattr'] = (place: unknown, attributes: { mode?: number }) =>
      set(place, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 });
  }
}

function findNodeFileSystem(module: unknown): NodeFileSystem {
  const found = pick(module, 'NODEFS') ?? pick(pick(pick(module, 'FS'), 'filesystems'), 'NODEFS');
  const isUsable =
    typeof pick(pick(found, 'stream_ops'), 'write') === 'function' &&
    typeof pick(pick(found, 'stream_ops'), 'setattr') === 'function' &&
    typeof pick(pick(found, 'node_ops'), 'setattr') === 'function' &&
    typeof pick(found, 'tryFSOperation') === 'function' &&
    typeof pick(found, 'realPath') === 'function';
  if (!isUsable)
    throw new Error('This version of the embedded database cannot be made durable: its file system has changed');
  return found as NodeFileSystem; // The cast is safe: `isUsable` checked every member.
}

const pick = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

class DurableNodeFS extends NodeFS {
  readonly #onFsync: () => void;

  constructor(directory: string, onFsync: () => void) {
    super(directory);
    this.#onFsync = onFsync;
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(pglite, options);
    const hook = (module: unknown) => hookFsync(module, this.#onFsync);
    result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), hook, hookPermissions];
    return result;
  }
}

const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=16MB',
    'max_wal_size=256MB',
    // Queries find rows by key or in the order of an index, so rough statistics are enough: ANALYZE of 50,000 sales
    // takes 35 ms.
    'default_statistics_target=10',
  ].flatMap((setting) => ['-c', setting]),
];

/**
 * Opens the database in this directory, and creates it if there is none. Creates it in another directory, syncs that to
 * the disk and renames it: a process that is killed during its first start must not leave a directory that never opens.
 * The caller holds the directory's lock.
 */
export async function openDurable(directory: string, onFsync: () => void): Promise<PGlite> {
  const dataDirectory = join(directory, 'pgdata');
  if (!existsSync(dataDirectory)) await initialiseAside(directory, dataDirectory, onFsync);
  const pglite = await PGlite.create({ fs: new DurableNodeFS(dataDirectory, onFsync), startParams: START_PARAMS });
  const settings = await pglite.query<{ fsync: string; method: string }>(
    "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
  );
  if (settings.rows[0]?.fsync !== 'on' || settings.rows[0].method !== 'fsync') {
    await pglite.close();
    throw new Error('The embedded database started with fsync off');
  }
  return pglite;
}

async function initialiseAside(directory: string, dataDirectory: string, onFsync: () => void): Promise<void> {
  for (const entry of readdirSync(directory))
    if (entry.startsWith('init-')) rmSync(join(directory, entry), { recursive: true, force: true });
  const aside = join(directory, `init-${process.pid}`);
  mkdirSync(aside);
  const first = await PGlite.create({ fs: new DurableNodeFS(aside, onFsync), startParams: START_PARAMS });
  await first.close();
  fsyncTree(aside);
  renameSync(aside, dataDirectory);
  fsyncPath(directory);
}

function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function fsyncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncPath(directory);
}
