/** One line of a sale as it was asked for. */
export interface Wish {
  notes: string;
  lines: readonly { item: string; quantity: number }[];
}

/** A sale that the person at the till was told is saved. */
export interface Told extends Wish {
  /** As the list showed it. */
  saleNumber: string;
}

/** The contents of one copy of the shop, the server's or the device's. Amounts as decimals of the whole currency. */
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
  /** Told and not there under its number. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** There, and nobody was told of them. */
  strange: string[];
  /** There with another amount or state than it was rung up with. */
  changed: string[];
  /** Items whose stock is not what these sales left. */
  miscounted: string[];
}

/** Holds one copy of the shop against what the person was told. */
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
