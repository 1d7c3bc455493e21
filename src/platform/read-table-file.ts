import { refuse, type Result } from '../../domain/result.ts';
import { TABLE_FILE_BYTES_MAX, type TableFileError, type TableRows } from './table-file.ts';

/**
 * Reads a table out of a file, in a worker, so that the page answers meanwhile. Rejects when the file cannot be read at
 * all, because it was moved or its card was taken out.
 */
export async function readTableFile(file: Blob, rowsMax: number): Promise<Result<TableRows, TableFileError>> {
  if (file.size > TABLE_FILE_BYTES_MAX) return refuse('too_big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(new URL('table-file-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<Result<TableRows, TableFileError>>) =>
        resolve(event.data),
      );
      // Out of memory, above all: a small file can hold a very large table.
      worker.addEventListener('error', () => resolve(refuse('damaged')));
      worker.postMessage({ bytes, rowsMax }, [bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
