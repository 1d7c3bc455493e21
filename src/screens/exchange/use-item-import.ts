import { useEffect, useRef, useState } from 'react';
import { itemCategoriesOfShop } from '../../../domain/items/item-category.ts';
import type { ImportContext, ItemRow, ItemTable } from '../../../domain/items/item-import.ts';
import { type ImportPlan, isChanged, type KnownRow, planImport } from '../../../domain/items/import-plan.ts';
import type { Item } from '../../../domain/items/item.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { indexItems } from '../../../domain/items/same-item.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { everyRow } from '../../../sync/store/every-row.ts';
import { replicaStateOf } from '../../../sync/store/live-reads.ts';
import { editOf } from '../../parts/form/edit-of.ts';
import { failureSentence } from '../../parts/words.ts';
import { saved } from '../../parts/form/save.ts';
import { readItemFile } from '../../platform/item-file/read-item-file.ts';
import { type Replica, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { type SavingWork, SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { FILE_SENTENCES, STILL_ARRIVING } from './import-words.ts';

/*
 * none ─► reading ─► preview ─► importing ─► done
 *            └──► refused          └──────► stopped (choose the file again: imported items are left out)
 */
export type ItemImport =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'refused'; sentence: string }
  | ({ step: 'preview' } & PreviewedImport)
  | ({ step: 'importing' | 'done' } & Progress)
  | ({ step: 'stopped'; reason: string | null } & Progress);

/** The plan of an import, for the shop as it was when the file was read. */
export interface PreviewedImport {
  table: ItemTable;
  plan: ImportPlan;
}

export interface Progress {
  addedCount: number;
  updatedCount: number;
  /** Items that the preview called new, and that came into the shop before the import: they are left as they are. */
  leftCount: number;
  doneCount: number;
  totalCount: number;
}

/** The interval at which the screen updates its count. An update for each item would cost more time than the import. */
const REPORT_EVERY_MS = 200;

export interface ItemImporter {
  state: ItemImport;
  read: (file: File) => Promise<void>;
  start: (rows: readonly ItemRow[], choice: ImportChoice) => void;
}

/** A person's decision on lines whose items may exist already. */
export interface ImportChoice {
  /** True if existing items get the file's values. */
  updates: boolean;
  /** True if lines with an existing name but another code become new items. */
  takesOtherCodes: boolean;
}

/**
 * Imports items with one mutation each, so that each is saved or refused like any other item (G30). An import that ends
 * early, even by a crash, leaves no half item. A new import of the same file recognises imported items by SKU and name,
 * and adds the rest.
 */
export function useItemImport(): ItemImporter {
  const { database, run, role } = useReplica();
  const shop = useShop();
  const [state, setState] = useState<ItemImport>({ step: 'none' });
  const importing = useOneAtATime(state.step === 'preview' ? state.table : null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function read(file: File): Promise<void> {
    setState({ step: 'reading' });
    const categories = itemCategoriesOfShop(shop.businessCategoryId);
    setState(
      await previewOf(database, file, { currency: shop.currency ?? 'UGX', seesCost: seesCost(role), categories }),
    );
  }

  async function importRows(
    rows: readonly ItemRow[],
    previewed: Pick<ImportPlan, 'added' | 'known'>,
    choice: ImportChoice,
  ): SavingWork {
    const progress: Progress = { addedCount: 0, updatedCount: 0, leftCount: 0, doneCount: 0, totalCount: rows.length };
    let reportedAtMs = performance.now();
    const report = (step: 'importing' | 'done') => setState({ step, ...progress });
    const stop = (reason: string | null) => setState({ step: 'stopped', reason, ...progress });
    report('importing');
    try {
      // The plan is made again: items may have been added since the file was read, on this device or another.
      const { added: unknown, known, otherCode } = planImport(rows, await knownItems(database));
      const added = [...unknown, ...(choice.takesOtherCodes ? otherCode.map(({ row }) => row) : [])];
      // Only what the preview showed is changed, from the values that it showed: what is newer becomes a conflict.
      const differing = new Set(known.filter(isChanged).map(({ item }) => item.id));
      const updated = choice.updates
        ? previewed.known.filter((row) => isChanged(row) && differing.has(row.item.id))
        : [];
      const addedLines = new Set(added.map(({ line }) => line));
      progress.leftCount = previewed.added.filter(({ line }) => !addedLines.has(line)).length;
      progress.totalCount = added.length + updated.length;
      for (const [index, row] of [...added, ...updated].entries()) {
        if (isGone.current) return;
        const isNew = !('change' in row);
        const act = `${importing.act}/${index}`;
        const result = await (isNew ? addItem(run, row, act) : updateItem(run, row, act));
        if (!result.ok) return stop(result.reason);
        progress.doneCount += 1;
        progress[isNew ? 'addedCount' : 'updatedCount'] += 1;
        if (performance.now() - reportedAtMs < REPORT_EVERY_MS) continue;
        reportedAtMs = performance.now();
        report('importing');
      }
      report('done');
      return SPENT;
    } catch (error) {
      stop(failureSentence(error));
    }
  }
  const previewed = state.step === 'preview' ? state.plan : { added: [], known: [] };
  return { state, read, start: (rows, choice) => importing.start(() => importRows(rows, previewed, choice)) };
}

/** Reads a file and plans its import. Returns the next state of the screen. */
async function previewOf(database: ShopDatabase, file: File, context: ImportContext): Promise<ItemImport> {
  try {
    // Items that have not arrived yet would be created again, with their opening stock.
    if (!(await replicaStateOf(database)).snapshotComplete) return { step: 'refused', sentence: STILL_ARRIVING };
    const items = await readItemFile(file, context);
    if (!items.ok) return { step: 'refused', sentence: FILE_SENTENCES[items.error] };
    const table = items.value;
    return { step: 'preview', table, plan: planImport(table.rows, await knownItems(database)) };
  } catch {
    return { step: 'refused', sentence: FILE_SENTENCES.unreadable };
  }
}

const addItem = (run: Replica['run'], { item }: ItemRow, act: string) =>
  saved(
    run(
      'item.create',
      ({ mintId }) => ({
        ...item,
        id: mintId(),
        openingMovementId: item.trackStock && item.initialStockHundredths > 0 ? mintId() : null,
      }),
      act,
    ),
  );

const updateItem = (run: Replica['run'], { item, change }: KnownRow, act: string) =>
  saved(run('item.edit', () => ({ id: item.id, ...editOf('item', item, change) }), act));

/** Returns all items, including archived ones. */
async function knownItems(database: ShopDatabase) {
  const all: Item[] = [];
  for await (const items of everyRow(database, 'item')) all.push(...items);
  return indexItems(all);
}
