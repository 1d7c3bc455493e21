import { useState } from 'react';
import type { Purchase } from '../../../domain/items/purchase.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { purchasesOfSupplier } from '../../../sync/store/supplier-reads.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import type { RowSync } from '../../ui/status-badge.tsx';

const ROWS_AT_ONCE = 20;

interface ShownPurchases {
  /** Newest first. */
  rows: readonly Purchase[];
  /** The number of all purchases from the supplier on this device. */
  total: number;
  syncById: ReadonlyMap<number, RowSync>;
}

export interface SupplierPurchases {
  /** undefined until the first read. */
  shown: ShownPurchases | undefined;
  showOlder: () => void;
}

/** Reads the purchases from a supplier, as many as the person has asked to see. */
export function useSupplierPurchases(supplierId: number): SupplierPurchases {
  const [steps, setSteps] = useState(1);
  const shown = useLive((database) => readPurchases(database, supplierId, steps * ROWS_AT_ONCE), [supplierId, steps]);
  return { shown, showOlder: () => setSteps(steps + 1) };
}

async function readPurchases(database: ShopDatabase, supplierId: number, countMax: number): Promise<ShownPurchases> {
  const { rows, total } = await purchasesOfSupplier(database, supplierId, countMax);
  const ids = rows.map(({ id }) => id);
  return { rows, total, syncById: await readRowSync(database, 'purchase', ids) };
}
