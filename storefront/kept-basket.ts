/** One item that a visitor wants, with what a message needs to say of it. */
export interface KeptLine {
  id: number;
  name: string;
  priceMinor: number;
  quantityHundredths: number;
}

/** What this browser keeps of a visitor's basket at one shop, so that a lost page loses nothing (M11). */
export interface KeptBasket {
  read(): KeptLine[];
  /** Of the items that a page shows, those that are wanted; what was put in on other pages stays. */
  keep(shownIds: ReadonlySet<number>, wanted: readonly KeptLine[]): KeptLine[];
  forget(): void;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keptBasket(storage: Shelf, slug: string): KeptBasket {
  const name = `kaunta-basket-${slug}`;
  const read = (): KeptLine[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(name) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isLine) : [];
    } catch {
      return [];
    }
  };
  return {
    read,
    keep(shownIds, wanted) {
      const lines = [...read().filter(({ id }) => !shownIds.has(id)), ...wanted];
      try {
        if (lines.length > 0) storage.setItem(name, JSON.stringify(lines));
        else storage.removeItem(name);
      } catch {
        // A browser that keeps nothing: the basket is in the page all the same.
      }
      return lines;
    },
    forget: () => storage.removeItem(name),
  };
}

function isLine(value: unknown): value is KeptLine {
  if (typeof value !== 'object' || value === null) return false;
  const line = value as Partial<Record<keyof KeptLine, unknown>>;
  return (
    typeof line.name === 'string' &&
    [line.id, line.priceMinor, line.quantityHundredths].every((each) => Number.isSafeInteger(each) && Number(each) >= 0)
  );
}
