import {
  IMPORT_ROWS_MAX,
  type ImportContext,
  type ItemTable,
  readItemTable,
} from '../../../domain/items/item-import.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { readTable, type TableFileError } from './table-file.ts';

/** Why no item of a file can be imported; each has a sentence in `src/screens/exchange/import-words.ts`. */
export type ItemFileError = TableFileError | 'no_columns' | 'too_slow';

/** The message to the worker that reads a file of items. */
export interface ItemFileTask {
  bytes: Uint8Array<ArrayBuffer>;
  context: ImportContext;
}

/**
 * Returns the items of a CSV or an Excel file. A large file takes long, so the page runs this in a worker
 * (`read-item-file.ts`).
 */
export async function itemsOfFile({ bytes, context }: ItemFileTask): Promise<Result<ItemTable, ItemFileError>> {
  try {
    // One more row, because the first one names the columns.
    const rows = await readTable(bytes, IMPORT_ROWS_MAX + 1);
    if (!rows.ok) return rows;
    const table = readItemTable(rows.value, context);
    return table ? ok(table) : refuse('no_columns');
  } catch {
    // Mostly because it ran out of memory.
    return refuse('too_much_inside');
  }
}
