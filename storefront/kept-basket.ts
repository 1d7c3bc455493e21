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
  /** Replaces the basket's lines for the items on this page; lines from other pages stay. */
  keep(shownIds: ReadonlySet<number>, wanted: readonly KeptLine[]): KeptLine[];
  /** Call when the basket is sent to the shop. */
  markSent(): void;
  /** Call when the page of an order is shown: the basket that was sent is ordered then. A newer basket stays. */
  forgetSent(): void;
  /** True when this tab's last basket was ordered and no new one was begun. */
  isOrdered(): boolean;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Returns the kept basket of one shop.
 * @param storage keeps the basket, for all tabs
 * @param tab keeps the state of the last basket that this tab sent: 'sent', then 'ordered'
 */
export function keptBasket(storage: Shelf, tab: Shelf, slug: string): KeptBasket {
  const name = `kaunta-basket-${slug}`;
  const fateName = `kaunta-order-${slug}`;
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
      write(storage, name, lines.length > 0 ? JSON.stringify(lines) : null);
      if (lines.length > 0) write(tab, fateName, null);
      return lines;
    },
    markSent: () => write(tab, fateName, 'sent'),
    forgetSent() {
      if (tab.getItem(fateName) !== 'sent') return;
      write(storage, name, null);
      write(tab, fateName, 'ordered');
    },
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
