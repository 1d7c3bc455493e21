import { type EditedFacts, type EditOracle, isChangedSince } from './edit-oracle.ts';
import type { Args, Doer, Effect } from './oracle-facts.ts';

export interface SupplierFacts extends EditedFacts {
  aliasOf: number | null;
}

export interface SupplierBook {
  readonly effects: Record<string, Effect>;
  /** Notes a purchase from the default supplier; `args` are the purchase's own. It may create that supplier. */
  bring(args: Args): Args;
  has(id: number): boolean;
  bringBack(id: number): void;
  settle(args: Args, doer: Doer): string;
}

/** The rules for suppliers: of those with the default name all but one are aliases (C-112). */
export function createSupplierBook(suppliers: Map<number, SupplierFacts>, edits: EditOracle): SupplierBook {
  const isDefault = ({ fields }: SupplierFacts): boolean => fields['name'] === 'Default Supplier';
  const firstDefault = (butId = 0): number | null =>
    [...suppliers].find(
      ([id, each]) => id !== butId && !each.isDeleted && each.aliasOf === null && isDefault(each),
    )?.[0] ?? null;
  const firstDefaultFor = (name: unknown): number | null => (name === 'Default Supplier' ? firstDefault() : null);

  /** Renames a supplier; returns true if it became an alias. */
  function rename(id: number): boolean {
    const supplier = suppliers.get(id);
    if (!supplier || supplier.isDeleted) return false;
    if (!isDefault(supplier)) supplier.aliasOf = null;
    const first = isDefault(supplier) && supplier.aliasOf === null ? firstDefault(id) : null;
    if (first === null) return false;
    for (const each of suppliers.values()) if (each.aliasOf === id && isDefault(each)) each.aliasOf = first;
    supplier.aliasOf = first;
    return true;
  }

  function create(id: number, args: Record<string, unknown>): number | null {
    const first = firstDefaultFor(args['name']);
    suppliers.set(id, { fields: { ...args }, isDeleted: false, aliasOf: first });
    return first;
  }

  const effects: Record<string, Effect> = {
    'supplier.create': (args) => (create(args.id, args) === null ? 'applied' : 'merged'),
    'supplier.edit'(args, { userId }) {
      let { id } = args;
      for (let next = suppliers.get(id)?.aliasOf; next; next = suppliers.get(id)?.aliasOf) id = next;
      const named = suppliers.get(id);
      const { name = 'Default Supplier' } = args['change'] as { name?: string };
      const isOther = !named?.isDeleted || name !== 'Default Supplier';
      const first = isOther ? null : firstDefaultFor(named.fields['name']);
      if (named && first !== null) {
        Object.assign(named, { isDeleted: false, aliasOf: first });
        id = first;
      }
      const told = edits.edit('supplier', suppliers.get(id), { ...args, id }, userId);
      return rename(id) && told === 'applied' ? 'merged' : told;
    },
    'supplier.remove'(args) {
      const supplier = suppliers.get(args.id);
      if (!supplier) return 'refused';
      if (supplier.isDeleted) return 'applied';
      if (isChangedSince(supplier, args)) return 'refused';
      for (const [id, each] of suppliers) {
        if (id !== args.id && each.aliasOf !== args.id) continue;
        each.isDeleted = true;
        edits.drop('supplier', id);
      }
      return 'applied';
    },
  };

  return {
    effects,
    bring({ isNewSupplier, ...args }) {
      const id = Number(args['supplierId']);
      const brought = { id, name: args['supplierName'], phone: null, email: null, address: null, notes: null };
      return { ...args, supplierId: (isNewSupplier === true ? create(id, brought) : null) ?? id };
    },
    has: (id) => suppliers.get(id)?.isDeleted === false,
    bringBack(id) {
      const supplier = suppliers.get(id);
      if (!supplier?.isDeleted) return;
      supplier.aliasOf = firstDefaultFor(supplier.fields['name']);
      supplier.isDeleted = false;
    },
    settle(args, doer) {
      const names = new Map([...suppliers].map(([id, { fields }]) => [id, fields['name']]));
      const told = edits.settle(args, doer);
      for (const [id, { fields }] of suppliers) if (names.get(id) !== fields['name']) rename(id);
      return told;
    },
  };
}
