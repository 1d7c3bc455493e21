/** A sale of one line, as it was typed. */
export interface Wish {
  notes: string;
  lines: readonly { item: string; quantity: number }[];
}

/** A sale that was shown as saved. */
export interface Told extends Wish {
  /** The sale number that the list showed. */
  saleNumber: string;
}

/** The rows of one copy of the shop, the server's or the device's. Amounts are decimals in the currency. */
export interface Copy {
  sales: readonly { notes: string | null; saleNumber: string; status: string; amount: number }[];
  stock: ReadonlyMap<string, number>;
}

export interface Shelf {
  name: string;
  price: number;
  stock: number;
}

export interface Count {
  /** Sales shown as saved that the copy does not have under their number. */
  lost: string[];
  /** Sales that the copy has more than once. */
  doubled: string[];
  /** Sales that the copy has and that were never shown as saved. */
  strange: string[];
  /** Sales whose amount or status differs from what was typed. */
  changed: string[];
  /** Items whose stock is wrong after these sales. */
  miscounted: string[];
}

/** Compares one copy of the shop with the sales that were shown as saved. */
export function countCopy(told: readonly Told[], copy: Copy, shelves: readonly Shelf[]): Count {
  const prices = new Map(shelves.map(({ name, price }) => [name, price]));
  const toldByNotes = new Map(told.map((sale) => [sale.notes, sale]));
  const standing = new Map<string, Copy['sales'][number][]>();
  for (const sale of copy.sales) standing.set(sale.notes ?? '', [...(standing.get(sale.notes ?? '') ?? []), sale]);
  const amountOf = ({ lines }: Wish) =>
    lines.reduce((sum, { item, quantity }) => sum + quantity * (prices.get(item) ?? Number.NaN), 0);
  const sold = new Map<string, number>();
  for (const { lines } of told)
    for (const { item, quantity } of lines) sold.set(item, (sold.get(item) ?? 0) + quantity);

  return {
    lost: told
      .filter(({ notes, saleNumber }) => !standing.get(notes)?.some((sale) => sale.saleNumber === saleNumber))
      .map(({ notes }) => notes),
    doubled: [...standing].filter(([, sales]) => sales.length > 1).map(([notes]) => notes),
    strange: [...standing.keys()].filter((notes) => !toldByNotes.has(notes)),
    changed: told
      .filter((wish) =>
        standing.get(wish.notes)?.some((sale) => sale.status !== 'completed' || sale.amount !== amountOf(wish)),
      )
      .map(({ notes }) => notes),
    miscounted: shelves
      .filter(({ name, stock }) => copy.stock.get(name) !== stock - (sold.get(name) ?? 0))
      .map(({ name }) => name),
  };
}

export const isSpotless = (count: Count): boolean => Object.values(count).every((list: string[]) => list.length === 0);
