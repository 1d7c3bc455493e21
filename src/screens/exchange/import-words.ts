import { IMPORT_ROWS_MAX } from '../../../domain/items/item-import.ts';
import { groupThousands } from '../../../domain/hundredths.ts';
import type { Item, ItemChange } from '../../../domain/items/item.ts';
import type { ItemFileError } from '../../platform/item-file/item-file.ts';
import { TABLE_FILE_BYTES_MAX } from '../../platform/item-file/table-file.ts';
import type { Progress } from './use-item-import.ts';

const LIMIT = groupThousands(String(IMPORT_ROWS_MAX));

/** Errors of a file that could not be read, each with what to do about it. */
export const FILE_SENTENCES: Readonly<Record<ItemFileError | 'unreadable', string>> = {
  too_big: `This file is larger than ${TABLE_FILE_BYTES_MAX / 1024 / 1024} MB. Split it into several files.`,
  too_much_inside:
    'This Excel file holds far more than a list of items. Copy the list into a new file, save it and choose that file.',
  too_slow: 'This file takes too long to read. Copy the list into a new file, save it and choose that file.',
  empty: 'This file is empty.',
  not_a_table: 'This is not a CSV or Excel file. Save your list as CSV or .xlsx and choose that file.',
  old_excel: 'This is an old Excel file (.xls). Open it in Excel, save it as .xlsx or CSV, and choose that file.',
  open_document: 'This is an OpenDocument file (.ods). Open it, save it as .xlsx or CSV, and choose that file.',
  damaged:
    'This Excel file cannot be read. It may be damaged or only partly downloaded. Save it again and try once more.',
  too_many_rows: `This file has more than ${LIMIT} items. Split it into files of at most ${LIMIT} items and import one after the other.`,
  no_columns: "The first line must name the columns, and 'Name' and 'Selling price' must be among them.",
  unreadable: 'The file cannot be read. Choose it again.',
};

/** Shown on a device whose first copy of the shop is not complete. */
export const STILL_ARRIVING =
  'Your shop is still arriving on this device, so nobody can tell yet which of these items it has. Choose the file again once it is here.';

export const itemsText = (count: number): string => (count === 1 ? '1 item' : `${groupThousands(String(count))} items`);

/** Returns the button's label: 'Import 3 items and update 1'. */
export function importLabel(addedCount: number, updatedCount: number): string {
  if (updatedCount === 0) return `Import ${itemsText(addedCount)}`;
  return addedCount === 0
    ? `Update ${itemsText(updatedCount)}`
    : `Import ${itemsText(addedCount)} and update ${groupThousands(String(updatedCount))}`;
}

/** Returns the result of an import: '3 items imported.', '1 item updated.'. */
export function doneSentences({
  addedCount,
  updatedCount,
  leftCount,
}: Pick<Progress, 'addedCount' | 'updatedCount' | 'leftCount'>): string[] {
  const sentences = addedCount === 0 && updatedCount > 0 ? [] : [`${itemsText(addedCount)} imported.`];
  if (updatedCount > 0) sentences.push(`${itemsText(updatedCount)} updated.`);
  if (leftCount > 0) sentences.push(leftText(leftCount));
  return sentences;
}

function leftText(count: number): string {
  const [was, it] = count === 1 ? ['was', 'it is'] : ['were', 'they are'];
  return `${itemsText(count)} came into your shop after the preview and ${was} left as ${it}. Choose the file again to compare.`;
}

interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Returns the fields that the file changes. Leaves out the category's id, because its name is listed too. */
export const changesOf = (item: Item, change: ItemChange): FieldChange[] =>
  (Object.keys(change) as (keyof ItemChange)[])
    .filter((field) => field !== 'itemCategoryId' && field !== 'advancedEnabled')
    .map((field) => ({ field, before: item[field], after: change[field] }));
