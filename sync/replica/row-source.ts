import type { RowSource } from '../mutation/overlay.ts';
import type { LocalTx } from '../ports.ts';

/** The device's rows as a mutation reads them. What was deleted is not kept here. */
export const rowSourceOf = (tx: LocalTx): RowSource => ({
  getMany: tx.getRows.bind(tx),
  paymentMethods: tx.paymentMethods.bind(tx),
  getDeleted: () => Promise.resolve(undefined),
  isInUse: tx.isInUse.bind(tx),
  openConflicts: tx.openConflicts.bind(tx),
  suppliersNamed: tx.suppliersNamed.bind(tx),
});
