import { type Effect, firstMethodNamed, type MethodFacts } from './oracle-facts.ts';
import { methodsOf, type SaleBook } from './oracle-sales.ts';

export interface MethodBook {
  readonly effects: Record<string, Effect>;
  defaultId(): number | null;
}

/** The rules for payment methods: which is the default, which are hidden, and which may be removed. */
export function createMethodBook(methods: Map<number, MethodFacts>, { sales }: Pick<SaleBook, 'sales'>): MethodBook {
  let defaultMethod: number | null = null;
  const livingMethod = (id: number): MethodFacts | undefined => {
    const method = methods.get(id);
    return method?.isDeleted === false ? method : undefined;
  };
  const effects: Record<string, Effect> = {
    'paymentMethod.create'(args) {
      const name = String(args['name']);
      const twin = firstMethodNamed(methods, name);
      methods.set(args.id, { name, aliasOf: twin, isArchived: false, isReadonly: false, isDeleted: false });
      const first = methods.get(twin ?? 0);
      if (first) first.isArchived = false;
      return first ? 'merged' : 'applied';
    },
    'paymentMethod.setDefault'(args) {
      const id = livingMethod(args.id)?.aliasOf ?? args.id;
      const method = livingMethod(id);
      if (!method) return 'refused';
      method.isArchived = false;
      defaultMethod = id;
      return 'applied';
    },
    'paymentMethod.setArchived'(args) {
      const id = livingMethod(args.id)?.aliasOf ?? args.id;
      const method = livingMethod(id);
      if (!method || method.isReadonly) return 'refused';
      method.isArchived = args['isArchived'] === true;
      if (method.isArchived && defaultMethod === id) defaultMethod = null;
      return 'applied';
    },
    'paymentMethod.remove'(args) {
      const method = methods.get(args.id);
      if (method?.isDeleted) return 'applied';
      if (!method || method.isReadonly) return 'refused';
      const family = [...methods].filter(
        ([id, each]) => id === args.id || (each.aliasOf === args.id && !each.isDeleted),
      );
      const ids = new Set(family.map(([id]) => id));
      if ([...sales.values()].some((facts) => methodsOf(facts).some((id) => ids.has(id ?? 0)))) return 'refused';
      for (const [, each] of family) each.isDeleted = true;
      if (defaultMethod !== null && ids.has(defaultMethod)) defaultMethod = null;
      return 'applied';
    },
  };
  return { effects, defaultId: () => defaultMethod };
}
