import type { ImportContext, ItemTable } from '../../../domain/items/item-import.ts';
import { refuse, type Result } from '../../../domain/result.ts';
import type { ItemFileError, ItemFileTask } from './item-file.ts';
import { TABLE_FILE_BYTES_MAX } from './table-file.ts';

/** Far more than the largest list needs on a slow phone. It stops a file that was made to never end. */
const READ_WITHIN_MS = 60_000;

/**
 * Reads the items of a file in a worker, so that the page stays responsive. Rejects if the file cannot be read at all,
 * because it was moved or its memory card was removed.
 */
export async function readItemFile(file: Blob, context: ImportContext): Promise<Result<ItemTable, ItemFileError>> {
  if (file.size > TABLE_FILE_BYTES_MAX) return refuse('too_big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(new URL('item-file-worker.ts', import.meta.url), { type: 'module' });
  let tooSlow: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve) => {
      tooSlow = setTimeout(() => resolve(refuse('too_slow')), READ_WITHIN_MS);
      worker.addEventListener('message', (event: MessageEvent<Result<ItemTable, ItemFileError>>) =>
        resolve(event.data),
      );
      // The browser ended the worker, because it took too much memory: a small file can contain a very large table.
      worker.addEventListener('error', () => resolve(refuse('too_much_inside')));
      const task: ItemFileTask = { bytes, context };
      worker.postMessage(task, [bytes.buffer]);
    });
  } finally {
    clearTimeout(tooSlow);
    worker.terminate();
  }
}
