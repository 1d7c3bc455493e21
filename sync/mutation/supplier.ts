import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { DEFAULT_SUPPLIER_NAME, newSupplierSchema, supplierChangeSchema } from '../../domain/people/supplier.ts';
import { dropConflicts, editBaseSchema, editRow, isEditedSince, removalSchema } from './edit.ts';
import { APPLIED, defineMutation, type MutationTx, refused, stampOf } from './mutation.ts';
import { defaultSupplier, isGone } from './removed-row.ts';

/**
 * Creates a supplier. Two suppliers of one name are both stored (M23). Only the default name is an exception: of two
 * suppliers with it, the second becomes an alias of the first (C-112, M18).
 */
export const supplierCreate = defineMutation({
  name: 'supplier.create',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/suppliers' },
  schema: newSupplierSchema,
  mints: (args) => [{ table: 'supplier', id: args.id }],
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('supplier', args.id)) return refused('id_clash');
    const first = args.name === DEFAULT_SUPPLIER_NAME ? await defaultSupplier(tx) : undefined;
    tx.put('supplier', {
      ...args,
      version: 0,
      aliasOfId: first?.id ?? null,
      ...stampOf(context),
    });
    return first ? { kind: 'merged' } : APPLIED;
  },
});

/**
 * Edits fields of a supplier, each merged on its own. An edit of an alias changes the supplier behind it, and an edit
 * of a deleted supplier brings it back (M23). If a default supplier was deleted and another has replaced it since, the
 * deleted one comes back as an alias, so that the default name exists once (C-112).
 */
export const supplierEdit = defineMutation({
  name: 'supplier.edit',
  format: 1,
  class: 'edit',
  call: { method: 'PATCH', path: '/suppliers/{id}' },
  schema: v.object({ id: idSchema, base: editBaseSchema, change: supplierChangeSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'supplier', id: args.id }],
  async apply(tx, args, context) {
    const meant = await behindAliases(tx, args.id);
    const staysDefault = (args.change.name ?? DEFAULT_SUPPLIER_NAME) === DEFAULT_SUPPLIER_NAME;
    const id = staysDefault ? await giveWay(tx, meant) : meant;
    const applied = await editRow(tx, context, { table: 'supplier', missing: 'not_found', ...args, id });
    const isAlias = await joinNamesake(tx, id);
    return isAlias && applied.kind === 'applied' ? { kind: 'merged' } : applied;
  },
});

/**
 * Keeps the default name unique. A supplier that was given the default name while another has it becomes an alias of
 * that other supplier, together with its own aliases. An alias that a person gave another name is a supplier of its own
 * again (C-112). Returns true if the supplier has become an alias.
 */
export async function joinNamesake(tx: MutationTx, id: number): Promise<boolean> {
  const supplier = await tx.get('supplier', id);
  if (!supplier) return false;
  if (supplier.name !== DEFAULT_SUPPLIER_NAME) {
    if (supplier.aliasOfId !== null) tx.put('supplier', { ...supplier, aliasOfId: null });
    return false;
  }
  const namesakes = await tx.suppliersNamed(DEFAULT_SUPPLIER_NAME);
  const first = namesakes.find((other) => other.aliasOfId === null && other.id !== id);
  if (!first || supplier.aliasOfId !== null) return false;
  for (const each of [supplier, ...namesakes.filter(({ aliasOfId }) => aliasOfId === id)])
    tx.put('supplier', { ...each, aliasOfId: first.id });
  return true;
}

/**
 * Returns the supplier that an alias stands for, living or deleted. Between two pages of a pull a device may see two
 * suppliers as aliases of each other: one row is the server's, the other is still as a waiting act made it. Then this
 * returns the given id.
 */
export async function behindAliases(tx: Pick<MutationTx, 'get' | 'getDeleted'>, id: number): Promise<number> {
  const seen = new Set<number>();
  for (let at = id; !seen.has(at);) {
    seen.add(at);
    const named = (await tx.get('supplier', at)) ?? (await tx.getDeleted('supplier', at));
    if (!named?.aliasOfId) return at;
    at = named.aliasOfId;
  }
  return id;
}

/** Brings a deleted default supplier back as an alias of its successor; returns the successor's id. */
async function giveWay(tx: MutationTx, id: number): Promise<number> {
  if (await tx.get('supplier', id)) return id;
  const deleted = await tx.getDeleted('supplier', id);
  const successor = deleted?.name === DEFAULT_SUPPLIER_NAME ? await defaultSupplier(tx) : undefined;
  if (!deleted || !successor) return id;
  tx.put('supplier', { ...deleted, aliasOfId: successor.id });
  return successor.id;
}

/**
 * Removes a supplier, with or without purchases: these store its name (M24, C-117). Its aliases are removed too, and
 * their open conflicts are closed, because settling one would bring the row back.
 */
export const supplierRemove = defineMutation({
  name: 'supplier.remove',
  format: 1,
  class: 'claim',
  call: { method: 'DELETE', path: '/suppliers/{id}' },
  schema: removalSchema,
  givesBackWhenRefused: true,
  mints: () => [],
  refersTo: (args) => [{ table: 'supplier', id: args.id }],
  async apply(tx, args, context) {
    const supplier = await tx.get('supplier', args.id);
    if (!supplier) return (await isGone(tx, context, 'supplier', args.id)) ? APPLIED : refused('not_found');
    if (isEditedSince(supplier, args.base)) return refused('edited_since');
    const namesakes = await tx.suppliersNamed(DEFAULT_SUPPLIER_NAME);
    for (const { id } of [...namesakes.filter(({ aliasOfId }) => aliasOfId === supplier.id), supplier]) {
      await dropConflicts(tx, context, { table: 'supplier', id });
      tx.remove('supplier', id);
    }
    return APPLIED;
  },
});
