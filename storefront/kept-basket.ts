/** One item in the basket, with the fields that a message to the shop contains. */
export interface KeptLine {
  id: number;
  name: string;
  priceMinor: number;
  quantityHundredths: number;
}

/** A visitor's basket at one shop, kept in this browser, so that a lost page loses nothing (M11). */
export interface KeptBasket {
  read(): KeptLine[];
  /** Replaces the basket's lines for the items that this page knows; lines from other pages stay. */
  keep(knownIds: ReadonlySet<number>, wanted: readonly KeptLine[]): KeptLine[];
  /** Removes the lines of an order, given as in an address. Lines that were changed since stay. */
  markOrdered(ordered: string): void;
  /** Call when the visitor changes a quantity: this tab has a new basket then. */
  markBegun(): void;
  /** True when this tab's last basket was ordered and no new one was begun. */
  isOrdered(): boolean;
}

/** Returns lines as the text of an address. */
export const basketText = (lines: readonly KeptLine[]): string => lines.map(lineText).join('-');

const lineText = ({ id, quantityHundredths }: KeptLine): string => `${id}.${quantityHundredths}`;

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Returns the kept basket of one shop.
 * @param storage keeps the basket, for all tabs
 * @param tab keeps whether this tab's last basket was ordered
 */
export function keptBasket(storage: Shelf, tab: Shelf, slug: string): KeptBasket {
  const name = `kaunta-basket-${slug}`;
  const fateName = `kaunta-order-${slug}`;
  const keepLines = (lines: readonly KeptLine[]) =>
    write(storage, name, lines.length > 0 ? JSON.stringify(lines) : null);
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
    keep(knownIds, wanted) {
      const lines = [...read().filter(({ id }) => !knownIds.has(id)), ...wanted];
      keepLines(lines);
      return lines;
    },
    markOrdered(ordered) {
      const texts = ordered.split('-');
      keepLines(read().filter((line) => !texts.includes(lineText(line))));
      write(tab, fateName, 'ordered');
    },
    markBegun: () => write(tab, fateName, null),
    isOrdered: () => tab.getItem(fateName) === 'ordered',
  };
}

function write(storage: Shelf, name: string, text: string | null): void {
  try {
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
  } catch {
    // The browser stores nothing: the basket is still in the page.
  }
}

function isLine(value: unknown): value is KeptLine {
  if (typeof value !== 'object' || value === null) return false;
  const line = value as Partial<Record<keyof KeptLine, unknown>>;
  return (
    typeof line.name === 'string' &&
    [line.id, line.priceMinor, line.quantityHundredths].every((each) => Number.isSafeInteger(each) && Number(each) >= 0)
  );
}
