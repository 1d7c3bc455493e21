import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { DEFAULT_SUPPLIER_NAME, newSupplierSchema, supplierChangeSchema } from '../../domain/people/supplier.ts';
import { dropConflicts, editBaseSchema, editRow, isEditedSince, removalSchema } from './edit.ts';
import { APPLIED, defineMutation, type MutationTx, refused, stampOf } from './mutation.ts';
import { defaultSupplier, isGone } from './removed-row.ts';

/**
 * A new supplier; two of one name both stand (M23), but for the default one: what two devices made of that very name is
 * one, the second an alias of the first (C-112, M18).
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
 * Changed fields of a supplier, each merged on its own; an alias hands them on, a deleted one is back (M23). A deleted
 * default one that another has followed since is back as its alias, so that there is one of that name (C-112).
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
 * One that was given the default name while another has it becomes an alias of that other, with those that stood for
 * it; one that a person gave a name of its own again is itself (C-112). Answers whether it has become an alias.
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
 * The supplier that an alias stands for, living or not. Between two pages of a pull a device may see each of two as the
 * other's alias: one is as the server has it, the other still as a waiting act made it. Then it is the one named.
 */
async function behindAliases(tx: MutationTx, id: number): Promise<number> {
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
 * Removes a supplier, with or without purchases: these keep its name (M24, C-117). Its aliases go too, and their open
 * conflicts are closed: settling one would bring the row back.
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
