import { useEffect, useRef, useState } from 'react';
import { itemCategoriesOf } from '../../../domain/item-category.ts';
import { IMPORT_ROWS_MAX, itemKey, type ItemRow, type ItemTable, readItemTable } from '../../../domain/item-import.ts';
import { seesCost } from '../../../domain/permission.ts';
import type { ShopDatabase } from '../../../sync/store/dexie-database.ts';
import { everyRow } from '../../../sync/store/every-row.ts';
import { failureSentence } from '../../app/words.ts';
import { saved } from '../../app/save.ts';
import { readTableFile } from '../../platform/read-table-file.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { FILE_SENTENCES } from './import-words.ts';

/*
 * none ─► reading ─► preview ─► importing ─► done
 *            └──► refused          └──────► stopped (choose the file again: what is in is left out)
 */
export type ItemImport =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'refused'; sentence: string }
  | { step: 'preview'; table: ItemTable }
  | { step: 'importing' | 'done'; doneCount: number; totalCount: number }
  | { step: 'stopped'; doneCount: number; totalCount: number; reason: string | null };

/** The screen counts on this often, not at every item: it would draw more than it saves. */
const TELL_EVERY_MS = 200;

export interface ItemImporter {
  state: ItemImport;
  read: (file: File) => Promise<void>;
  start: (rows: readonly ItemRow[]) => Promise<void>;
}

/**
 * Imports items one act of a person after the other, so that each is saved, or not, as any other item (G30). What ends
 * it, a crash too, leaves whole items; the same file read again knows them by name and SKU and goes on with the rest.
 */
export function useItemImport(): ItemImporter {
  const { database, run, role } = useReplica();
  const shop = useShop();
  const [state, setState] = useState<ItemImport>({ step: 'none' });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function read(file: File): Promise<void> {
    setState({ step: 'reading' });
    try {
      // One line names the columns.
      const rows = await readTableFile(file, IMPORT_ROWS_MAX + 1);
      if (!rows.ok) return setState({ step: 'refused', sentence: FILE_SENTENCES[rows.error] });
      const table = readItemTable(rows.value, {
        currency: shop.currency ?? 'UGX',
        seesCost: seesCost(role),
        categories: itemCategoriesOf(shop.businessCategoryId ?? 0),
        known: await knownKeys(database),
      });
      setState(table ? { step: 'preview', table } : { step: 'refused', sentence: FILE_SENTENCES.no_columns });
    } catch {
      setState({ step: 'refused', sentence: FILE_SENTENCES.unreadable });
    }
  }

  async function start(rows: readonly ItemRow[]): Promise<void> {
    const totalCount = rows.length;
    let toldAtMs = performance.now();
    let doneCount = 0;
    const stop = (reason: string | null) => setState({ step: 'stopped', doneCount, totalCount, reason });
    setState({ step: 'importing', doneCount, totalCount });
    try {
      // What came in since the file was read, from this device or another.
      const known = await knownKeys(database);
      for (const { key, item } of rows) {
        if (isGone.current) return;
        if (!known.has(key)) {
          const isCounted = item.trackStock && item.initialStockHundredths > 0;
          const result = await saved(
            run('item.create', ({ mintId }) => ({
              ...item,
              id: mintId(),
              openingMovementId: isCounted ? mintId() : null,
            })),
          );
          if (!result.ok) return stop(result.reason);
        }
        doneCount += 1;
        if (performance.now() - toldAtMs < TELL_EVERY_MS) continue;
        toldAtMs = performance.now();
        setState({ step: 'importing', doneCount, totalCount });
      }
      setState({ step: 'done', doneCount, totalCount });
    } catch (error) {
      stop(failureSentence(error));
    }
  }
  return { state, read, start };
}

/** The items that are there, archived ones too. */
async function knownKeys(database: ShopDatabase): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const items of everyRow(database, 'item')) for (const { name, sku } of items) keys.add(itemKey(name, sku));
  return keys;
}
