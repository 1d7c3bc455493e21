import { paymentMethodNameKey } from '../../domain/sales/payment-method.ts';
import { DEFAULT_SUPPLIER_NAME, type Supplier } from '../../domain/people/supplier.ts';
import type { TableName } from '../protocol/tables.ts';
import type { MutationContext, MutationTx } from './mutation.ts';

/**
 * True for a row that was removed: removing it again succeeds. A device that does not have the row treats it as
 * removed.
 */
export const isGone = async (
  tx: MutationTx,
  { side }: Pick<MutationContext, 'side'>,
  table: TableName,
  id: number,
): Promise<boolean> => side === 'device' || (await tx.getDeleted(table, id)) !== undefined;

/** Brings back a deleted customer whom a device still sells to. Returns true if there was a deleted one. */
export async function reviveCustomer(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('customer', id);
  if (deleted) tx.put('customer', deleted);
  return deleted !== undefined;
}

/** Returns the supplier with the default name that is no alias itself. */
export const defaultSupplier = async (tx: MutationTx): Promise<Supplier | undefined> =>
  (await tx.suppliersNamed(DEFAULT_SUPPLIER_NAME)).find(({ aliasOfId }) => aliasOfId === null);

/**
 * Brings back a deleted supplier from whom a device still buys. If a new default supplier was created since, a default
 * supplier comes back as an alias of the new one (C-112). Returns true if there was a deleted one.
 */
export async function reviveSupplier(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('supplier', id);
  if (!deleted) return false;
  const first = deleted.name === DEFAULT_SUPPLIER_NAME ? await defaultSupplier(tx) : undefined;
  tx.put('supplier', { ...deleted, aliasOfId: first?.id ?? null });
  return true;
}

/**
 * Brings back a deleted payment method that is still used. It gets its own name, or becomes an alias of the method that
 * got this name since.
 */
export async function reviveMethod(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('paymentMethod', id);
  if (!deleted) return false;
  const key = paymentMethodNameKey(deleted.name);
  const sameName = (await tx.paymentMethods()).find(
    (method) => method.aliasOfId === null && paymentMethodNameKey(method.name) === key,
  );
  tx.put('paymentMethod', { ...deleted, aliasOfId: sameName?.id ?? null });
  return true;
}
