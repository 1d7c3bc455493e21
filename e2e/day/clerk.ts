import type { Locator } from 'playwright/test';
import type { Phone } from '../fixtures/phone.ts';
import type { App } from '../pages/app.ts';
import { readHundredths, typed } from './amounts.ts';
import { until } from '../fixtures/until.ts';
import type { Act, AdditionAct, CancelAct, CountAct, PaymentAct, SaleAct, Who } from './plan.ts';
import type { Book } from './book.ts';

/** The person at one phone: follows the plan on the screens, and notes in the book what was shown as saved. */
export class Clerk {
  readonly phone: Phone;
  readonly who: Who;
  readonly #book: Book;

  constructor(phone: Phone, who: Who, book: Book) {
    this.phone = phone;
    this.who = who;
    this.#book = book;
  }

  async do(act: Act): Promise<void> {
    switch (act.kind) {
      case 'sale':
        return await this.#sell(act);
      case 'payment':
        return await this.#takePayment(act);
      case 'cancel':
        return await this.#cancel(act);
      case 'addition':
        return await this.#addStock(act);
      case 'count':
        return await this.#count(act);
    }
  }

  /** Opens the list of all sales. */
  async openSales(): Promise<void> {
    await this.#app.goTo('Home');
    await this.#app.home.openSales();
    await this.#app.header.title.getByText('Sales', { exact: true }).waitFor();
  }

  /** Finds a sale by its number, as a person with a receipt does. */
  async findSale(notes: string): Promise<Locator> {
    await this.openSales();
    await this.#app.sales.search(this.#book.sale(notes).number);
    const card = this.#app.sales.cardWith(notes);
    await card.waitFor();
    // A list that still becomes shorter would move under the finger.
    await this.#app.sales.cards.nth(1).waitFor({ state: 'detached' });
    return card;
  }

  async openSale(notes: string): Promise<void> {
    await (await this.findSale(notes)).getByRole('link').click();
    await this.#app.sale.facts.waitFor();
  }

  async openItem(item: string): Promise<void> {
    await this.#app.goTo('Items');
    await this.#app.items.card(item).getByRole('link', { name: item }).click();
    await this.#app.item.stock.waitFor();
  }

  get #app(): App {
    return this.phone.app;
  }

  async #sell(act: SaleAct): Promise<void> {
    const { newSale, sales } = this.#app;
    await this.openSales();
    await sales.startNewSale();
    const lines = act.lines.map(({ item, quantityHundredths }) => ({ item, quantity: typed(quantityHundredths) }));
    await newSale.fill({ lines, notes: act.notes });
    if (act.customer?.isNew === true) await newSale.createCustomer(act.customer.name);
    else if (act.customer) await newSale.chooseCustomer(act.customer.name);
    await newSale.payBy(act.method, act.method === 'Mobile Money' ? `transfer of ${act.notes}` : undefined);
    await newSale.submit();
    const card = sales.cardWith(act.notes);
    await card.waitFor();
    const number = /SALE-\d+/.exec(await card.innerText())?.[0];
    if (number === undefined) throw new Error(`The card of ${act.notes} shows no number`);
    this.#book.writeSale(act, number);
  }

  async #takePayment({ notes, share, method }: PaymentAct): Promise<void> {
    const { sale } = this.#app;
    const balance = this.#book.balanceMinor(this.#book.sale(notes));
    await this.openSale(notes);
    await sale.recordPaymentButton.click();
    await until(
      `what is owed for ${notes}`,
      async () => readHundredths((await sale.paymentDialog.innerText()).split('Owed:')[1] ?? '0'),
      (owed) => owed === balance,
    );
    // A round sum, as people pay.
    const minor = share === 'all' ? balance : Math.floor(balance / 20_000) * 10_000 || balance;
    await sale.recordPayment(typed(minor), method);
    this.#book.writePayment(notes, { method, minor });
  }

  async #cancel(act: CancelAct): Promise<void> {
    const { sale, sales } = this.#app;
    await this.openSale(act.notes);
    await sale.cancel(`brought back: ${act.notes}`, { isGivenBack: act.moneyBack === 'at once' });
    await sale.facts.getByText('Cancelled', { exact: true }).waitFor();
    this.#book.writeCancel(act);
    if (act.moneyBack !== 'later') return;
    const card = await this.findSale(act.notes);
    const minor = this.#book.refundDueMinor(this.#book.sale(act.notes));
    await sales.giveBack(act.notes, 'Cash');
    await card.getByText('Refund due').waitFor({ state: 'detached' });
    this.#book.writeGivenBack(act.notes, { method: 'Cash', minor });
  }

  async #addStock(act: AdditionAct): Promise<void> {
    await this.openItem(act.item);
    await this.#app.item.addStock(typed(act.quantityHundredths));
    this.#book.writeAddition(act);
  }

  async #count(act: CountAct): Promise<void> {
    const { item } = this.#app;
    const expected = this.#book.shownHundredths(this.who, act.item);
    await this.openItem(act.item);
    await item.startCounting();
    await until(
      `what phone ${this.who + 1} shows of ${act.item} before it is counted`,
      async () => readHundredths((await item.countDialog.innerText()).split('Kaunta shows:')[1] ?? '0'),
      (shown) => shown === expected,
    );
    await item.saveCount(typed(expected + act.offByHundredths));
    this.#book.writeCount(act);
  }
}
