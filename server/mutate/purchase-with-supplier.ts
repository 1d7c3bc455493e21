import * as v from 'valibot';
import { newPurchaseSchema } from '../../domain/items/purchase.ts';
import { newSupplierSchema } from '../../domain/people/supplier.ts';
import { defineMutation } from '../../sync/mutation/mutation.ts';
import { purchaseCreate } from '../../sync/mutation/purchase.ts';
import { supplierCreate } from '../../sync/mutation/supplier.ts';

/**
 * A purchase that may bring its supplier along: who calls may know no more than a name (C-119). Both come into being or
 * neither does. No device sends it; what devices hear of it are its rows.
 */
export const purchaseWithSupplier = defineMutation({
  ...purchaseCreate,
  schema: v.object({ purchase: newPurchaseSchema, newSupplier: v.nullable(newSupplierSchema) }),
  mints: ({ purchase, newSupplier }) => [
    ...(newSupplier ? supplierCreate.mints(newSupplier) : []),
    ...purchaseCreate.mints(purchase),
  ],
  refersTo: ({ purchase, newSupplier }) =>
    purchaseCreate.refersTo(purchase).filter(({ table }) => !newSupplier || table !== 'supplier'),
  async apply(tx, { purchase, newSupplier }, context) {
    const brought = newSupplier && (await supplierCreate.apply(tx, newSupplier, context));
    return brought?.kind === 'refused' ? brought : await purchaseCreate.apply(tx, purchase, context);
  },
});
