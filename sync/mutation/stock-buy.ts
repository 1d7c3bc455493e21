import * as v from 'valibot';
import { newPurchaseSchema } from '../../domain/items/purchase.ts';
import { defineMutation } from './mutation.ts';
import { purchaseCreate } from './purchase.ts';
import { supplierCreate } from './supplier.ts';

/**
 * Adds stock with the details of its purchase (C-110, M18): one purchase, whose completion is the only stock movement.
 * If this device does not know a 'Default Supplier', the same act creates one. If another device was first, the new
 * supplier becomes an alias, and the purchase belongs to the first one (C-112).
 */
export const stockBuy = defineMutation({
  name: 'stock.buy',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/items/{id}/stock' },
  schema: v.object({ ...newPurchaseSchema.entries, isNewSupplier: v.boolean() }),
  mints: ({ isNewSupplier, ...purchase }) => [
    ...(isNewSupplier ? [{ table: 'supplier' as const, id: purchase.supplierId }] : []),
    ...purchaseCreate.mints(purchase),
  ],
  refersTo: ({ isNewSupplier, ...purchase }) =>
    purchaseCreate.refersTo(purchase).filter(({ table }) => !isNewSupplier || table !== 'supplier'),
  async apply(tx, { isNewSupplier, ...purchase }, context) {
    if (!isNewSupplier) return await purchaseCreate.apply(tx, purchase, context);
    const { supplierId: id, supplierName: name } = purchase;
    const brought = { id, name, phone: null, email: null, address: null, notes: null };
    const supplier = await supplierCreate.apply(tx, brought, context);
    if (supplier.kind === 'refused') return supplier;
    const { aliasOfId = null } = (await tx.get('supplier', id)) ?? {};
    return await purchaseCreate.apply(tx, { ...purchase, supplierId: aliasOfId ?? id }, context);
  },
});
