import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// PGlite starts PostgreSQL with fsync off, and its file system has none: a commit would live in the page cache only and
// die with the power. Here fsync reaches the disk. The hook sits on a private interface, so PGlite is pinned exactly,
// a missing hook refuses to start, and a test counts the calls.
//
// It also gives every file that it makes the rights that PostgreSQL names for it, whatever the umask: 0644 and 0666
// among them. Another hook there takes away what would be other users' rights.

/** The parts of Emscripten's NODEFS that we use. Every member is checked at run time before use. */
interface NodeFileSystem {
  stream_ops: Record<string, unknown>;
  node_ops: Record<string, unknown>;
  tryFSOperation: (act: () => void) => void;
  realPath: (node: unknown) => string;
}

/** Gives the module's file system an fsync that reaches the disk; throws where there is no place for it. */
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

/** Whatever the rights that the database names for a file, only the user that runs the server gets any. */
export function hookPermissions(module: unknown): void {
  const { stream_ops, node_ops } = findNodeFileSystem(module);
  for (const operations of [stream_ops, node_ops]) {
    const set = operations['setattr'] as SetAttributes; // looked at when the file system was found
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
  return found as NodeFileSystem; // checked just above
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
    // Rows are found by key and in the order of an index: rough statistics do, and 50,000 sales are looked at in 35 ms.
    'default_statistics_target=10',
  ].flatMap((setting) => ['-c', setting]),
];

/**
 * Opens the database of this directory, making it first where there is none: aside, synced to the disk, then renamed,
 * because a kill in the middle of the very first start would leave a directory that never opens.
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
