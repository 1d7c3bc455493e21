import { ReceiptDialog } from '../pages/receipt-dialog.ts';
import { readAfter, readHundredths } from './amounts.ts';
import { type Book, differences, type Figures, saleFigures, type WrittenSale } from './book.ts';
import type { Clerk } from './clerk.ts';
import { eachOnce } from './copies.ts';
import type { Goods } from './plan.ts';

const STATUSES: Record<string, string> = {
  Completed: 'completed',
  'Pending payment': 'pending',
  Cancelled: 'cancelled',
};
/** A screen that was just opened may be a moment behind the disk, so it is read up to this often. */
const LOOKS_MAX = 3;

/** Reads a phone's screens; returns the differences from the book. */
export async function lookThrough(
  clerk: Clerk,
  book: Book,
  { goods, receipts }: { goods: readonly Goods[]; receipts: readonly WrittenSale[] },
): Promise<string[]> {
  const where = `phone ${clerk.who + 1}`;
  const { sales, items } = book.recounts();
  const inDoubt = Object.fromEntries(goods.map(({ name }) => [`count of ${name} in doubt`, items.has(name)]));
  const stock = { ...book.stockFigures(), ...inDoubt };
  const looks = [
    async () => differences(`${where}, items`, stock, await itemFigures(clerk, goods)),
    async () => differences(`${where}, sales`, book.saleFigures(), await salesFigures(clerk)),
    async () => differences(`${where}, customers`, book.owedFigures(), await owedFigures(clerk, book)),
    async () => await homeDifferences(clerk, book, where),
    ...receipts.map((sale) => async () => {
      const shown = await receipt(clerk, sale);
      return differences(`${where}, receipt of ${sale.notes}`, paperReceipt(book, sale), shown);
    }),
  ];
  const found: string[] = [];
  for (const look of looks) found.push(...(await lookAgain(look)));
  for (const notes of sales) {
    if (book.sale(notes).isCancelled) continue;
    await clerk.openSale(notes);
    await clerk.phone.page.getByText('count the item again').waitFor();
  }
  return found;
}

async function lookAgain(look: () => Promise<string[]>): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    const wrong = await look();
    if (wrong.length === 0 || looks === LOOKS_MAX) return wrong;
  }
}

async function itemFigures(clerk: Clerk, goods: readonly Goods[]): Promise<Figures> {
  const figures: Figures = {};
  for (const { name } of goods) {
    await clerk.openItem(name);
    const text = await clerk.phone.app.item.stock.innerText();
    figures[`stock of ${name}`] = readAfter('Stock', text);
    figures[`count of ${name} in doubt`] = text.includes('Count again');
  }
  return figures;
}

/** Reads every card on every page of the list. */
async function salesFigures(clerk: Clerk): Promise<Figures> {
  const { sales } = clerk.phone.app;
  await clerk.openSales();
  await sales.cards.first().waitFor();
  const cards: { notes: string; text: string }[] = [];
  do {
    for (const text of await sales.cardTexts()) cards.push({ notes: /^sale \d+$/m.exec(text)?.[0] ?? text, text });
  } while (await sales.turnPage());
  return eachOnce(cards, ({ notes, text }) =>
    saleFigures(notes, {
      number: /SALE-\d+/.exec(text)?.[0] ?? '',
      status: statusIn(text),
      totalMinor: readAfter('UGX', text),
      balanceMinor: readAfter('Balance:', text),
      refundDueMinor: readAfter('Refund due:', text),
    }),
  );
}

function statusIn(text: string): string {
  // A badge may show capitals.
  const shown = Object.keys(STATUSES).find((status) => new RegExp(`^${status}$`, 'im').test(text));
  return STATUSES[shown ?? ''] ?? text;
}

/** Reads a customer's debt on one of their sales: its own balance, and the sum if other sales add to it. */
async function owedFigures(clerk: Clerk, book: Book): Promise<Figures> {
  const lastOf = new Map(
    [...book.sales.values()].flatMap((sale) => (sale.customer === null ? [] : [[sale.customer, sale]])),
  );
  const figures: Figures = {};
  for (const [customer, sale] of lastOf) {
    await clerk.openSale(sale.notes);
    const payments = clerk.phone.app.sale.payments;
    await payments.waitFor();
    const text = await payments.innerText();
    figures[`${customer} owes`] = readAfter(`${customer} owes`, text) || readAfter('Balance', text);
  }
  return figures;
}

/** Compares the sum on Home, which shows whole units of the currency. */
async function homeDifferences(clerk: Clerk, book: Book, where: string): Promise<string[]> {
  const { app } = clerk.phone;
  await app.goTo('Home');
  const sum = app.home.today.getByText('UGX').first();
  await sum.waitFor();
  const shown = readHundredths(await sum.innerText());
  const count = readSalesCount(await app.home.today.innerText());
  const paper = book.takings();
  return [
    ...(Math.abs(shown - paper.totalMinor) <= 50
      ? []
      : [`${where}, Home: ${paper.totalMinor} on paper, ${shown} there`]),
    ...(count === paper.count ? [] : [`${where}, Home: ${paper.count} sales on paper, ${count} there`]),
  ];
}

const readSalesCount = (text: string): number => Number(/(\d+) sales?$/m.exec(text)?.[1]);

const paperReceipt = (book: Book, sale: WrittenSale): Figures => ({
  number: sale.number,
  lines: sale.lines.map((line) => book.lineMinor(line)).join(' + '),
  total: sale.totalMinor,
  balance: book.balanceMinor(sale),
  method: sale.method,
  marker: book.statusOf(sale) === 'completed' ? 'Paid' : 'Unpaid',
});

async function receipt(clerk: Clerk, { notes }: WrittenSale): Promise<Figures> {
  await clerk.openSale(notes);
  const dialog = new ReceiptDialog(clerk.phone.page);
  await dialog.open();
  const value = async (name: string) => {
    const pair = dialog.paper.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
    return (await pair.count()) === 0 ? '0' : await pair.locator('xpath=following-sibling::dd').innerText();
  };
  const lines = await dialog.paper.getByRole('listitem').locator('.k-receipt-amount').allInnerTexts();
  const figures = {
    number: (await value('Receipt')).replace('#', ''),
    lines: lines.map(readHundredths).join(' + '),
    total: readHundredths(await value('Total')),
    balance: readHundredths(await value('Balance')),
    method: await value('Payment method'),
    marker: await dialog.paper.locator('.k-receipt-marker').innerText(),
  };
  await clerk.phone.page.keyboard.press('Escape');
  await dialog.paper.waitFor({ state: 'detached' });
  return figures;
}
