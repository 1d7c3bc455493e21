import { type AdditionAct, type CancelAct, type CountAct, CREDIT, type Goods, type SaleAct, type Who } from './plan.ts';

/**
 * Figures by name; the screens, the disk, the server and the book use the same names. Money in cents, stock in
 * hundredths.
 */
export type Figures = Record<string, number | string | boolean>;

/** Returns the differences between the figures of two places, as sentences. */
export function differences(where: string, paper: Figures, there: Figures): string[] {
  const names = new Set([...Object.keys(paper), ...Object.keys(there)]);
  return [...names]
    .filter((name) => paper[name] !== there[name])
    .map((name) => `${where}, ${name}: ${String(paper[name])} on paper, ${String(there[name])} there`);
}

interface Money {
  method: string;
  minor: number;
}

export interface WrittenSale {
  notes: string;
  /** The sale number that the list showed. */
  number: string;
  lines: SaleAct['lines'];
  totalMinor: number;
  method: string;
  customer: string | null;
  paid: Money[];
  givenBack: Money[];
  isCancelled: boolean;
}

/** A movement of stock, and the phone that made it. */
interface Entry {
  /** Its position among the movements of the day. */
  made: number;
  moves: readonly { item: string; hundredths: number }[];
  counts: { item: string; countedHundredths: number } | null;
  sells: string | null;
}

/**
 * The expected state of the shop, computed from what was typed, with none of Kaunta's code. It also has the expected
 * state of each phone: a phone with no signal shows the state when it lost the signal, and its own acts.
 */
export class Book {
  readonly sales = new Map<string, WrittenSale>();
  readonly #goods: readonly Goods[];
  /** In the order in which they reached the server. */
  readonly #arrived: Entry[] = [];
  readonly #unsent: [Entry[], Entry[]] = [[], []];
  /** How many of the arrived entries a phone with no signal has; null with a signal: all of them. */
  readonly #known: [number | null, number | null] = [null, null];
  #made = 0;

  constructor(goods: readonly Goods[]) {
    this.#goods = goods;
  }

  loseSignal(who: Who): void {
    this.#known[who] ??= this.#arrived.length;
  }

  /** Notes that the phone is online again, and that all its unsent acts arrive. */
  findSignal(who: Who): void {
    this.#known[who] = null;
    this.#arrived.push(...this.#unsent[who].splice(0));
  }

  writeSale({ by, notes, lines, method, customer }: SaleAct, number: string): void {
    const totalMinor = lines.reduce((sum, line) => sum + this.lineMinor(line), 0);
    this.sales.set(notes, {
      ...{ notes, number, lines, totalMinor, method },
      customer: customer?.name ?? null,
      paid: method === CREDIT ? [] : [{ method, minor: totalMinor }],
      givenBack: [],
      isCancelled: false,
    });
    const moves = lines.map(({ item, quantityHundredths }) => ({ item, hundredths: -quantityHundredths }));
    this.#write(by, { moves, sells: notes });
  }

  writePayment(notes: string, money: Money): void {
    this.sale(notes).paid.push(money);
  }

  /** Money that is given back at once leaves by the method by which it came. */
  writeCancel({ by, notes, moneyBack }: CancelAct): void {
    const sale = this.sale(notes);
    sale.isCancelled = true;
    if (moneyBack === 'at once') sale.givenBack.push(...sale.paid);
    this.#write(by, {
      moves: sale.lines.map(({ item, quantityHundredths }) => ({ item, hundredths: quantityHundredths })),
    });
  }

  writeGivenBack(notes: string, money: Money): void {
    this.sale(notes).givenBack.push(money);
  }

  writeAddition({ by, item, quantityHundredths }: AdditionAct): void {
    this.#write(by, { moves: [{ item, hundredths: quantityHundredths }] });
  }

  /** A count records only the difference between shelf and phone (sync.md, class delta). */
  writeCount({ by, item, offByHundredths }: CountAct): void {
    const moves = offByHundredths === 0 ? [] : [{ item, hundredths: offByHundredths }];
    const countedHundredths = this.shownHundredths(by, item) + offByHundredths;
    this.#write(by, { moves, counts: { item, countedHundredths } });
  }

  sale(notes: string): WrittenSale {
    const sale = this.sales.get(notes);
    if (!sale) throw new Error(`${notes} stands in no book`);
    return sale;
  }

  lineMinor({ item, quantityHundredths }: SaleAct['lines'][number]): number {
    const price = this.#goods.find(({ name }) => name === item)?.priceMinor ?? Number.NaN;
    return (price * quantityHundredths) / 100;
  }

  balanceMinor({ isCancelled, totalMinor, paid }: WrittenSale): number {
    return isCancelled ? 0 : totalMinor - sum(paid);
  }

  refundDueMinor({ isCancelled, paid, givenBack }: WrittenSale): number {
    return isCancelled ? sum(paid) - sum(givenBack) : 0;
  }

  statusOf(sale: WrittenSale): 'completed' | 'pending' | 'cancelled' {
    if (sale.isCancelled) return 'cancelled';
    return this.balanceMinor(sale) > 0 ? 'pending' : 'completed';
  }

  /** Returns the stock of an item that this phone must show now. */
  shownHundredths(who: Who, item: string): number {
    const known = this.#known[who];
    return this.#stockOf(item, [...this.#arrived.slice(0, known ?? this.#arrived.length), ...this.#unsent[who]]);
  }

  stockFigures(): Figures {
    return Object.fromEntries(
      this.#goods.map(({ name }) => [`stock of ${name}`, this.#stockOf(name, this.#arrived)] as const),
    );
  }

  saleFigures(): Figures {
    return Object.assign({}, ...[...this.sales.values()].map((sale) => this.#figuresOf(sale))) as Figures;
  }

  #figuresOf(sale: WrittenSale): Figures {
    return saleFigures(sale.notes, {
      number: sale.number,
      status: this.statusOf(sale),
      totalMinor: sale.totalMinor,
      balanceMinor: this.balanceMinor(sale),
      refundDueMinor: this.refundDueMinor(sale),
    });
  }

  /**
   * Returns the money at the end by method, the part of it that was paid for sales that are not cancelled, and the
   * amount still to be given back for the cancelled ones.
   */
  moneyFigures(): Figures {
    const figures: Record<string, number> = { 'to give back': 0 };
    const add = (what: string, { method, minor }: Money, sign: 1 | -1) => {
      figures[`${what} by ${method}`] = (figures[`${what} by ${method}`] ?? 0) + sign * minor;
    };
    for (const sale of this.sales.values()) {
      const places = sale.isCancelled ? ['held'] : ['held', 'sold'];
      for (const what of places) {
        for (const money of sale.paid) add(what, money, 1);
        for (const money of sale.givenBack) add(what, money, -1);
      }
      figures['to give back'] = (figures['to give back'] ?? 0) + this.refundDueMinor(sale);
    }
    return figures;
  }

  owedFigures(): Figures {
    const figures: Record<string, number> = {};
    for (const sale of this.sales.values())
      if (sale.customer !== null)
        figures[`${sale.customer} owes`] = (figures[`${sale.customer} owes`] ?? 0) + this.balanceMinor(sale);
    return figures;
  }

  /** Returns the sum on Home: the paid sales. */
  takings(): { count: number; totalMinor: number } {
    const counted = [...this.sales.values()].filter((sale) => this.statusOf(sale) === 'completed');
    return { count: counted.length, totalMinor: counted.reduce((total, sale) => total + sale.totalMinor, 0) };
  }

  /**
   * Returns the sales that were made before a count and reached the server after it, and the items whose last count must
   * be marked as doubtful: for such a sale, or because the counting phone did not know what had arrived.
   */
  recounts(): { sales: Set<string>; items: Set<string> } {
    const counted = new Map<string, { made: number; isInDoubt: boolean }>();
    const sales = new Set<string>();
    for (const [index, { made, moves, counts, sells }] of this.#arrived.entries()) {
      for (const { item } of moves) {
        const last = counted.get(item);
        if (!last || made > last.made) continue;
        last.isInDoubt = true;
        if (sells !== null) sales.add(sells);
      }
      if (counts === null || made < (counted.get(counts.item)?.made ?? 0)) continue;
      const isInDoubt = this.#stockOf(counts.item, this.#arrived.slice(0, index + 1)) !== counts.countedHundredths;
      counted.set(counts.item, { made, isInDoubt });
    }
    const inDoubt = [...counted].filter(([, last]) => last.isInDoubt).map(([item]) => item);
    return { sales, items: new Set(inDoubt) };
  }

  #write(who: Who, entry: Partial<Entry> & Pick<Entry, 'moves'>): void {
    this.#made += 1;
    const written = { counts: null, sells: null, ...entry, made: this.#made };
    (this.#known[who] === null ? this.#arrived : this.#unsent[who]).push(written);
  }

  #stockOf(item: string, entries: readonly Entry[]): number {
    const opening = this.#goods.find(({ name }) => name === item)?.openingHundredths ?? Number.NaN;
    const moves = entries.flatMap((entry) => entry.moves).filter((move) => move.item === item);
    return moves.reduce((stock, { hundredths }) => stock + hundredths, opening);
  }
}

/** A sale with the fields that every place shows. */
export interface ToldSale {
  number: string;
  status: string;
  totalMinor: number;
  balanceMinor: number;
  refundDueMinor: number;
}

export const saleFigures = (notes: string, told: ToldSale): Figures => ({
  [`number of ${notes}`]: told.number,
  [`status of ${notes}`]: told.status,
  [`total of ${notes}`]: told.totalMinor,
  [`balance of ${notes}`]: told.balanceMinor,
  [`due back for ${notes}`]: told.refundDueMinor,
});

const sum = (all: readonly Money[]): number => all.reduce((total, { minor }) => total + minor, 0);
