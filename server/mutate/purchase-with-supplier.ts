import * as v from 'valibot';
import { newPurchaseSchema } from '../../domain/items/purchase.ts';
import { newSupplierSchema } from '../../domain/people/supplier.ts';
import { defineMutation } from '../../sync/mutation/mutation.ts';
import { purchaseCreate } from '../../sync/mutation/purchase.ts';
import { supplierCreate } from '../../sync/mutation/supplier.ts';

/**
 * Records a purchase and, if needed, its supplier, because the caller may know only a name (C-119). Both are created or
 * neither. No device sends this mutation; devices get its rows by pull.
 */
export const purchaseWithSupplier = defineMutation({
  ...purchaseCreate,
  schema: v.object({ purchase: newPurchaseSchema, newSupplier: v.nullable(newSupplierSchema) }),
  // Facts need none. Without it the type of the spread would allow one that takes other arguments.
  hasHappened: () => true,
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
