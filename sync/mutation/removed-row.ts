import { paymentMethodNameKey } from '../../domain/sales/payment-method.ts';
import { DEFAULT_SUPPLIER_NAME, type Supplier } from '../../domain/people/supplier.ts';
import type { TableName } from '../protocol/tables.ts';
import type { MutationContext, MutationTx } from './mutation.ts';

/** True for a row that was removed: removing it again succeeds. A device that lacks the row takes it as removed. */
export const isGone = async (
  tx: MutationTx,
  { side }: Pick<MutationContext, 'side'>,
  table: TableName,
  id: number,
): Promise<boolean> => side === 'device' || (await tx.getDeleted(table, id)) !== undefined;

/** Brings back a customer whom somebody still sells to. Answers whether there was one to bring back. */
export async function reviveCustomer(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('customer', id);
  if (deleted) tx.put('customer', deleted);
  return deleted !== undefined;
}

/** The supplier of that name that others of it are aliases of. */
export const defaultSupplier = async (tx: MutationTx): Promise<Supplier | undefined> =>
  (await tx.suppliersNamed(DEFAULT_SUPPLIER_NAME)).find(({ aliasOfId }) => aliasOfId === null);

/**
 * Brings back a supplier of whom somebody still buys; the default one as an alias of another that was made since
 * (C-112).
 */
export async function reviveSupplier(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('supplier', id);
  if (!deleted) return false;
  const first = deleted.name === DEFAULT_SUPPLIER_NAME ? await defaultSupplier(tx) : undefined;
  tx.put('supplier', { ...deleted, aliasOfId: first?.id ?? null });
  return true;
}

/**
 * Brings back a payment method that is used all the same: under its own name, or as an alias of one that took it since.
 */
export async function reviveMethod(tx: MutationTx, id: number): Promise<boolean> {
  const deleted = await tx.getDeleted('paymentMethod', id);
  if (!deleted) return false;
  const key = paymentMethodNameKey(deleted.name);
  const twin = (await tx.paymentMethods()).find(
    (method) => method.aliasOfId === null && paymentMethodNameKey(method.name) === key,
  );
  tx.put('paymentMethod', { ...deleted, aliasOfId: twin?.id ?? null });
  return true;
}
