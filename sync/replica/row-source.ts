import type { RowSource } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';

/** Returns the device's rows as a mutation reads them. A device stores no deleted rows. */
export const rowSourceOf = (tx: LocalTx): RowSource => ({
  getMany: tx.rows.get.bind(tx.rows),
  paymentMethods: tx.rows.paymentMethods.bind(tx.rows),
  getDeleted: () => Promise.resolve(undefined),
  isInUse: tx.rows.isInUse.bind(tx.rows),
  openConflicts: tx.rows.openConflicts.bind(tx.rows),
  suppliersNamed: tx.rows.suppliersNamed.bind(tx.rows),
});
