import type { Phone } from '../fixtures/phone.ts';
import { type Shop, ShopOnServer } from '../fixtures/shop.ts';
import { typed } from './amounts.ts';
import { Book, differences, type Figures, type WrittenSale } from './book.ts';
import { Clerk } from './clerk.ts';
import { diskFigures, onDisk, onServer } from './copies.ts';
import { type Act, GOODS, MORE_METHODS, REGULARS, type Round, type Who } from './plan.ts';
import { lookThrough } from './screens.ts';
import { until } from '../fixtures/until.ts';

const BOTH: readonly Who[] = [0, 1];

/** Fills the shop before the day begins. */
export async function openShop(serverUrl: string, shop: Shop): Promise<ShopOnServer> {
  const api = await ShopOnServer.of(serverUrl, shop);
  for (const { name, priceMinor, unit, openingHundredths } of GOODS)
    await api.post('/items', {
      ...{ name, price: typed(priceMinor), stock: typed(openingHundredths) },
      ...(unit === null ? {} : { unitOfMeasure: unit }),
    });
  for (const name of MORE_METHODS) await api.post('/payment-methods', { name });
  for (const name of REGULARS) await api.post('/customers', { name });
  return api;
}

export interface WorkedDay {
  book: Book;
  /** The differences of all places from the book. */
  wrong: string[];
  /** The number of acts on a phone with no signal. */
  actsOffline: number;
  receipts: number;
}

/**
 * Lets two people work through a day, each on their own phone. After each round both phones must have everything that
 * is in the book. At the end the screens of both, the server's answers and receipts are compared with the book.
 */
export async function workThrough(
  rounds: readonly Round[],
  phones: readonly [Phone, Phone],
  api: ShopOnServer,
  told: (done: number) => void = () => undefined,
): Promise<WorkedDay> {
  const book = new Book(GOODS);
  const clerks = [new Clerk(phones[0], 0, book), new Clerk(phones[1], 1, book)] as const;
  for (const { app } of phones) await app.closeToastsAsTheyCome();
  let actsOffline = 0;
  for (const [nth, round] of rounds.entries()) {
    await workRound(round, clerks, book);
    actsOffline += round.acts.filter(({ by }) => !round.hasSignal[by]).length;
    told(nth + 1);
  }
  const standing = [...book.sales.values()].filter(({ isCancelled }) => !isCancelled);
  const receipts = sampleOf(standing);
  const wrong = compareServer(book, await onServer(api));
  const seen = await Promise.all(clerks.map((clerk) => lookThrough(clerk, book, { goods: GOODS, receipts })));
  wrong.push(...seen.flat());
  return { book, wrong, actsOffline, receipts: receipts.length };
}

async function workRound(round: Round, clerks: readonly [Clerk, Clerk], book: Book): Promise<void> {
  for (const who of BOTH) {
    if (round.hasSignal[who]) continue;
    await clerks[who].phone.loseSignal();
    book.loseSignal(who);
  }
  const settleOnline = async () => {
    for (const who of BOTH) if (round.hasSignal[who]) await clerks[who].phone.isSynced();
  };
  for (const acts of stretchesBetweenCounts(round.acts)) {
    // Nothing else happens during a count, so that the book knows what came before it and what after.
    if (acts[0]?.kind === 'count') await settleOnline();
    await Promise.all(clerks.map((clerk) => doAll(clerk, acts)));
  }
  await settleOnline();
  for (const who of round.returns) {
    if (round.hasSignal[who]) continue;
    await clerks[who].phone.findSignal();
    await clerks[who].phone.isSynced();
    book.findSignal(who);
  }
  for (const { phone, who } of clerks) {
    const paper = paperDisk(book);
    await until(
      `phone ${who + 1} after a stretch`,
      async () => differences('its disk', paper, await onDisk(phone, GOODS)),
      (wrong) => wrong.length === 0,
    );
  }
}

/** Parts the acts of a round: each count is alone, all other acts happen at the same time. */
function stretchesBetweenCounts(acts: readonly Act[]): Act[][] {
  const stretches: Act[][] = [[]];
  for (const act of acts) {
    if (act.kind === 'count') stretches.push([act], []);
    else stretches.at(-1)?.push(act);
  }
  return stretches;
}

async function doAll(clerk: Clerk, acts: readonly Act[]): Promise<void> {
  for (const act of acts) if (act.by === clerk.who) await clerk.do(act);
}

const paperDisk = (book: Book): Figures =>
  Object.assign(
    { ...book.stockFigures(), 'changes that wait': 0 },
    ...[...book.sales.values()].map((sale) =>
      diskFigures(sale.notes, {
        status: book.statusOf(sale),
        paidMinor: sumOf(sale.paid),
        givenBackMinor: sumOf(sale.givenBack),
      }),
    ),
  ) as Figures;

const sumOf = (all: readonly { minor: number }[]): number => all.reduce((sum, { minor }) => sum + minor, 0);

function compareServer(book: Book, there: Awaited<ReturnType<typeof onServer>>): string[] {
  const flagged = (sales: ReadonlySet<string>): Figures =>
    Object.fromEntries([...sales].map((notes) => [notes, 'recount']));
  return [
    ...differences('server', book.stockFigures(), there.stock),
    ...differences('server', book.saleFigures(), there.sales),
    ...differences('server', book.moneyFigures(), there.money),
    ...differences('server', { ...NO_DEBTS, ...book.owedFigures() }, there.owed),
    ...differences('server, flags', flagged(book.recounts().sales), flagged(there.recounted)),
  ];
}

const NO_DEBTS: Figures = Object.fromEntries(REGULARS.map((name) => [`${name} owes`, 0]));
const RECEIPTS_MAX = 10;

/** Returns a sample of at most a third: the sales on credit first, then others spread over the day. */
function sampleOf(sales: readonly WrittenSale[]): WrittenSale[] {
  const count = Math.min(RECEIPTS_MAX, Math.ceil(sales.length / 3));
  const onCredit = sales.filter(({ customer }) => customer !== null).slice(0, Math.ceil(count / 2));
  const others = sales.filter(({ customer }) => customer === null);
  const step = Math.max(1, Math.ceil(others.length / (count - onCredit.length)));
  return [...onCredit, ...others.filter((_, nth) => nth % step === 0)];
}
