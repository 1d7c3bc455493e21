/**
 * Why the device's database did not do what was asked. 'quota': no space left; the transaction left nothing behind.
 * 'lost': the browser closed the connection and reopening did not help; nothing was saved, try again. 'unsure': the
 * same during a commit, which may have reached the disk. 'frozen': the browser froze the page meanwhile; nothing was
 * saved. 'evicted': the browser cleared the database. 'outdated': a newer build upgraded it, so this code must not use
 * it any more. 'blocked': a page of an older build still has it open.
 */
export type StorageFailureKind = 'quota' | 'lost' | 'unsure' | 'frozen' | 'evicted' | 'outdated' | 'blocked';

const SENTENCES: Record<StorageFailureKind, string> = {
  quota: 'This device has no space left. It was not saved.',
  lost: 'The storage of this browser did not answer. It was not saved.',
  unsure:
    'The storage of this browser did not answer. It may have been saved. Save it here again: nothing is recorded twice. After a reload look first.',
  frozen: 'This page was left before it was saved. It was not saved.',
  evicted: 'This browser has cleared the storage of Kaunta.',
  outdated: 'A newer version of Kaunta is in use on this device. Reload to go on.',
  blocked: 'An older version of Kaunta is open in another tab. Close it to go on.',
};

export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly kind: StorageFailureKind;

  constructor(kind: StorageFailureKind, cause?: unknown) {
    super(SENTENCES[kind], { cause });
    this.kind = kind;
  }
}

/**
 * The failure by the name of the error or of an error inside it: a transaction that aborts for lack of space wraps the
 * reason.
 */
const KIND_BY_NAME: Readonly<Record<string, StorageFailureKind>> = {
  QuotaExceededError: 'quota',
  VersionError: 'outdated',
  DatabaseClosedError: 'lost',
  OpenFailedError: 'lost',
  InvalidStateError: 'lost',
  UnknownError: 'lost',
  AbortError: 'lost',
};

/** Returns the failure that an error of IndexedDB or Dexie means; null if it is another kind of error. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (error instanceof StorageFailure) return error;
  const kinds = namesWithin(error).map((name) => KIND_BY_NAME[name]);
  const kind = kinds.findLast((candidate) => candidate !== undefined);
  return kind ? new StorageFailure(kind, error) : null;
}

/** True if a write failed for lack of space. */
export const isFull = (error: unknown): boolean => storageFailureOf(error)?.kind === 'quota';

/** Returns the names of an error and of the errors inside it, the outermost first. */
function namesWithin(error: unknown): string[] {
  const names: string[] = [];
  for (let at = error; isError(at) && names.length < 5; at = at.inner ?? at.cause) names.push(at.name);
  return names;
}

const isError = (value: unknown): value is { name: string; inner?: unknown; cause?: unknown } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
