import { IMPORT_ROWS_MAX } from '../../../domain/item-import.ts';
import { groupThousands } from '../../../domain/hundredths.ts';
import { TABLE_FILE_BYTES_MAX, type TableFileError } from '../../platform/table-file.ts';

const LIMIT = groupThousands(String(IMPORT_ROWS_MAX));

/** Why nothing of a file was read, and what to do about it. */
export const FILE_SENTENCES: Readonly<Record<TableFileError | 'no_columns' | 'unreadable', string>> = {
  too_big: `This file is larger than ${TABLE_FILE_BYTES_MAX / 1024 / 1024} MB. Split it into several files.`,
  empty: 'This file is empty.',
  not_a_table: 'This is not a CSV or Excel file. Save your list as CSV or .xlsx and choose that file.',
  old_excel: 'This is an old Excel file (.xls). Open it in Excel, save it as .xlsx or CSV, and choose that file.',
  damaged:
    'This Excel file cannot be read. It may be damaged or only partly downloaded. Save it again and try once more.',
  too_many_rows: `This file has more than ${LIMIT} items. Split it into files of at most ${LIMIT} items and import one after the other.`,
  no_columns: "The first line must name the columns, and 'Name' and 'Selling price' must be among them.",
  unreadable: 'The file cannot be read. Choose it again.',
};

export const itemsText = (count: number): string => (count === 1 ? '1 item' : `${groupThousands(String(count))} items`);
