import type { SeededRandom } from '../../scripts/demo/seeded-random.ts';

/** One of the two phones. */
export type Who = 0 | 1;

export interface Goods {
  name: string;
  priceMinor: number;
  /** The unit of fractional quantities; null for whole pieces. */
  unit: string | null;
  openingHundredths: number;
}

/** As many as a picker shows without a search. Every price times every quantity is a whole number of cents. */
export const GOODS: readonly Goods[] = [
  { name: 'Sugar 1 kg', priceMinor: 450_000, unit: null, openingHundredths: 90_000 },
  { name: 'Blue soap', priceMinor: 250_050, unit: null, openingHundredths: 90_000 },
  { name: 'Rice, loose', priceMinor: 320_000, unit: 'kg', openingHundredths: 60_000 },
  { name: 'Salt', priceMinor: 120_000, unit: null, openingHundredths: 70_000 },
  { name: 'Cooking oil', priceMinor: 980_025, unit: null, openingHundredths: 50_000 },
];

/** Customers that both phones have from the start. */
export const REGULARS = ['Brian Ochieng', 'Zuena Nakato'] as const;
export const CREDIT = 'Credit';
const MONEY = ['Cash', 'Mobile Money'] as const;
/** Payment methods that a new shop does not have. */
export const MORE_METHODS = ['Mobile Money', CREDIT] as const;
export type MoneyMethod = (typeof MONEY)[number];

export interface SaleAct {
  kind: 'sale';
  by: Who;
  /** Notes by which the sale is found; each sale has its own. */
  notes: string;
  lines: { item: string; quantityHundredths: number }[];
  method: MoneyMethod | typeof CREDIT;
  /** `isNew`: the customer is created in the form of the sale. */
  customer: { name: string; isNew: boolean } | null;
}

export interface PaymentAct {
  kind: 'payment';
  by: Who;
  /** Notes of the sale for which the money is paid. */
  notes: string;
  /** About half of the balance, or all of it. */
  share: 'half' | 'all';
  method: MoneyMethod;
}

export interface CancelAct {
  kind: 'cancel';
  by: Who;
  notes: string;
  /** When the money is given back: with the cancellation, as an act of its own, or not on this day. */
  moneyBack: 'at once' | 'later' | 'not yet';
}

export interface AdditionAct {
  kind: 'addition';
  by: Who;
  item: string;
  quantityHundredths: number;
}

export interface CountAct {
  kind: 'count';
  by: Who;
  item: string;
  /** The difference between the shelf and the phone's stock. */
  offByHundredths: number;
}

export type Act = SaleAct | PaymentAct | CancelAct | AdditionAct | CountAct;

/** A part of the day. At its end both phones have a signal, and everything is sent. */
export interface Round {
  hasSignal: readonly [boolean, boolean];
  acts: Act[];
  /** The phones in the order in which they get their signal back. */
  returns: readonly [Who, Who];
}

export interface DaySize {
  sales: number;
  cancels: number;
  creditSales: number;
  additions: number;
  counts: number;
}

const BOTH_OFF = [false, false] as const;
const SIGNALS = [BOTH_OFF, [true, false], [false, true], [true, true]] as const;
const SALES_PER_ROUND = 10;
const SAME_ROUND_SHARE = 0.5;

/**
 * Plans a day on two phones, each offline in half of its rounds. No two phones take money for one sale, or cancel it,
 * in the same round; everything else is random. Before each count the other phone, which is offline, sells the counted
 * item.
 */
export function planDay(random: SeededRandom, size: DaySize): Round[] {
  const rounds = planRounds(random, Math.max(1, Math.ceil(size.sales / SALES_PER_ROUND / SIGNALS.length)));
  const sales = planSales(random, rounds.length, size);
  const counts = planCounts(random, rounds, size.counts);
  for (const { round, by, act } of sales) (rounds[round] as Round).acts.push({ ...act, by });
  for (const { round, seller } of counts) giveTo(seller, rounds[round] as Round);

  const placed = { random, rounds };
  const onCredit = sales.filter(({ act }) => act.method === CREDIT);
  for (const [nth, { round, act }] of onCredit.entries()) {
    const by = sellerOf(rounds, round, act.notes);
    const part = place(placed, { round, by }, { ...paymentOf(random, act.notes), share: 'half' });
    // Sometimes the rest stays owed.
    if (nth % 3 !== 2) place(placed, part, { ...paymentOf(random, act.notes), share: 'all' });
  }
  const paid = shuffled(
    random,
    sales.filter(({ act }) => act.method !== CREDIT),
  );
  for (const [nth, { round, act }] of paid.slice(0, size.cancels).entries()) {
    const by = sellerOf(rounds, round, act.notes);
    place(
      placed,
      { round, by },
      { kind: 'cancel', by, notes: act.notes, moneyBack: MONEY_BACK[nth % MONEY_BACK.length] ?? 'at once' },
    );
  }
  for (let nth = 0; nth < size.additions; nth += 1) {
    const { acts } = random.pick(rounds);
    const quantityHundredths = 100 * (1 + random.below(40));
    const by = random.pick([0, 1] as const);
    acts.splice(random.below(acts.length + 1), 0, {
      ...{ kind: 'addition', by, quantityHundredths },
      item: random.pick(GOODS).name,
    });
  }
  for (const { round, seller } of counts) placeCount(random, rounds[round] as Round, seller);
  return rounds;
}

const MONEY_BACK = ['at once', 'later', 'not yet'] as const;

function planRounds(random: SeededRandom, groups: number): Round[] {
  return Array.from({ length: groups }, () => shuffled(random, SIGNALS))
    .flat()
    .map((hasSignal) => ({ hasSignal, acts: [], returns: random.pick([[0, 1] as const, [1, 0] as const]) }));
}

interface PlannedSale {
  round: number;
  by: Who;
  act: SaleAct;
}

function planSales(random: SeededRandom, roundCount: number, { sales, creditSales }: DaySize): PlannedSale[] {
  // Not among the last sales, so that a later round is left for the payment.
  const isOnCredit = new Set(
    Array.from({ length: creditSales }, (_, nth) => Math.floor((nth * sales * 0.7) / creditSales)),
  );
  let credits = 0;
  return Array.from({ length: sales }, (_, nth) => {
    const items = shuffled(random, GOODS).slice(0, random.pick([1, 1, 1, 2, 3]));
    const by = random.pick([0, 1] as const);
    const onCredit = isOnCredit.has(nth);
    if (onCredit) credits += 1;
    return {
      round: Math.floor((nth * roundCount) / sales),
      by,
      act: {
        ...{ kind: 'sale', by, notes: `sale ${nth + 1}` },
        lines: items.map(({ name, unit }) => ({ item: name, quantityHundredths: quantityOf(random, unit) })),
        method: onCredit ? CREDIT : random.pick(MONEY),
        customer: onCredit ? debtorOf(credits) : null,
      },
    };
  });
}

const quantityOf = (random: SeededRandom, unit: string | null): number =>
  unit === null ? 100 * (1 + random.below(4)) : 25 * (1 + random.below(12));

const debtorOf = (nth: number): { name: string; isNew: boolean } =>
  nth % 2 === 0 ? { name: `Debtor ${nth}`, isNew: true } : { name: REGULARS[nth % 4 === 1 ? 0 : 1], isNew: false };

/**
 * Plans counts in rounds with an offline phone: that phone sells, the other counts. They take turns in sending first.
 */
function planCounts(random: SeededRandom, rounds: readonly Round[], count: number): { round: number; seller: Who }[] {
  const cut = [...rounds.entries()].filter(([, { hasSignal }]) => hasSignal.includes(false));
  return shuffled(random, cut)
    .slice(0, count)
    .map(([at, round], nth) => {
      const seller = round.hasSignal === BOTH_OFF ? random.pick([0, 1] as const) : round.hasSignal[0] ? 1 : 0;
      const returns = [seller, otherThan(seller)] as const;
      round.returns = nth % 2 === 0 ? [returns[1], returns[0]] : returns;
      return { round: at, seller };
    });
}

const otherThan = (who: Who): Who => (who === 0 ? 1 : 0);

function giveTo(seller: Who, { acts }: Round): void {
  const first = acts.find((act) => act.kind === 'sale');
  if (!first) throw new Error('A stretch without a sale has nothing to count');
  first.by = seller;
}

const sellerOf = (rounds: readonly Round[], round: number, notes: string): Who =>
  rounds[round]?.acts.find((act) => act.kind === 'sale' && act.notes === notes)?.by ?? 0;

const paymentOf = (random: SeededRandom, notes: string) =>
  ({ kind: 'payment', by: 0, notes, method: random.pick(MONEY) }) as const;

/** Places an act after the act that it needs: in the same round on the same phone, or in a later round on either. */
function place(
  { random, rounds }: { random: SeededRandom; rounds: Round[] },
  after: { round: number; by: Who },
  act: PaymentAct | CancelAct,
): { round: number; by: Who } {
  const later = rounds.length - 1 - after.round;
  const stays = later === 0 || random.share() < SAME_ROUND_SHARE;
  const round = stays ? after.round : after.round + 1 + random.below(later);
  const by = stays ? after.by : random.pick([0, 1] as const);
  const { acts } = rounds[round] as Round;
  const needed = acts.findLastIndex((each) => 'notes' in each && each.notes === act.notes);
  acts.splice(needed + 1 + random.below(acts.length - needed), 0, { ...act, by });
  return { round, by };
}

/** Places a count by the other phone, of an item that this phone has sold before; either may send first. */
function placeCount(random: SeededRandom, round: Round, seller: Who): void {
  const sold = round.acts.findIndex((act) => act.kind === 'sale' && act.by === seller);
  const sale = round.acts[sold] as SaleAct;
  round.acts.splice(sold + 1 + random.below(round.acts.length - sold), 0, {
    ...{ kind: 'count', by: otherThan(seller), item: sale.lines[0]?.item ?? '' },
    offByHundredths: 100 * (random.below(5) - 2),
  });
}

function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  const left = [...values];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn;
}
