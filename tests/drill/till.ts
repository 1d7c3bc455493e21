import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import type { SeededRandom } from '../../scripts/demo/seeded-random.ts';
import type { Copy, Shelf, Told, Wish } from './count.ts';

const TWO_LINES_SHARE = 0.2;
const QUANTITY_MAX = 3;

/**
 * The person at the till: sells by the form, and notes each sale that the screen shows as saved. After a kill they look
 * for the sale in the list, and sell it again if it is not there.
 */
export class Till {
  readonly phone: PhoneWithProfile;
  /** The sales that were shown as saved, with the sale numbers of the list. */
  readonly told: Told[] = [];
  /**
   * Counts of sales during which the browser was killed: shown as saved before, found in the list after, or neither.
   */
  readonly killedOver = { told: 0, found: 0, gone: 0 };
  readonly #random: SeededRandom;
  readonly #shelves: readonly Shelf[];
  #rungUp = 0;

  constructor(phone: PhoneWithProfile, random: SeededRandom, shelves: readonly Shelf[]) {
    this.phone = phone;
    this.#random = random;
    this.#shelves = shelves;
  }

  /** Sells once, starting from the list of sales, and notes the sale. */
  async sell(): Promise<void> {
    const wish = this.#nextWish();
    await this.#fillForm(wish);
    await this.phone.app.newSale.submit();
    await this.#writeDown(wish);
  }

  /** Taps 'Create sale' and kills the browser this long after the tap. Restarts it before returning. */
  async sellAndDie(tapToKillMs: number): Promise<void> {
    // Reloaded, so that no toast of an earlier sale is shown.
    await this.phone.page.reload();
    const wish = this.#nextWish();
    await this.#fillForm(wish);
    const toast = this.phone.page.getByText('Sale created').waitFor();
    const wasTold = toast.then(
      () => true,
      () => false,
    );
    await this.phone.app.newSale.submitButton.dispatchEvent('click');
    await this.phone.killAfter(tapToKillMs);
    const isTold = await wasTold;
    await this.startAgain();
    const isFound = await this.#isInList(wish);
    if (isFound) await this.#writeDown(wish);
    else if (isTold) this.told.push({ ...wish, saleNumber: 'in no list' });
    this.killedOver[isTold ? 'told' : isFound ? 'found' : 'gone'] += 1;
  }

  /** Restarts the killed browser, and opens the list of sales. */
  async startAgain(): Promise<void> {
    await this.phone.start();
    await this.phone.open('/sales');
    await this.phone.app.header.title.getByText('Sales').waitFor();
  }

  #nextWish(): Wish {
    this.#rungUp += 1;
    const [first, second] = [this.#random.pick(this.#shelves), this.#random.pick(this.#shelves)];
    const items = first !== second && this.#random.share() < TWO_LINES_SHARE ? [first, second] : [first];
    return {
      notes: `sale ${this.#rungUp}`,
      lines: items.map(({ name }) => ({ item: name, quantity: 1 + this.#random.below(QUANTITY_MAX) })),
    };
  }

  async #fillForm({ notes, lines }: Wish): Promise<void> {
    await this.phone.app.sales.startNewSale();
    await this.phone.app.newSale.fill({
      lines: lines.map(({ item, quantity }) => ({ item, quantity: String(quantity) })),
      notes,
    });
  }

  /** True if the list shows the sale. The list is complete once it shows a card or says that there is none. */
  async #isInList({ notes }: Wish): Promise<boolean> {
    const { app } = this.phone;
    await app.sales.cards.first().or(app.heading('No sales found')).waitFor();
    return (await app.sales.cardWith(notes).count()) > 0;
  }

  async #writeDown(wish: Wish): Promise<void> {
    const card = this.phone.app.sales.cardWith(wish.notes);
    await card.waitFor();
    const saleNumber = /SALE-\d+/.exec(await card.innerText())?.[0];
    if (saleNumber === undefined) throw new Error(`The card of ${wish.notes} shows no number`);
    this.told.push({ ...wish, saleNumber });
  }
}

/** Returns the shop on the phone's disk, and the number of acts without a proof. */
export async function copyOnPhone({ page }: PhoneWithProfile): Promise<Copy & { waiting: number }> {
  const { sales, items, waiting } = await page.evaluate(async () => {
    const request = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error ?? new Error('no answer'));
      });
    const { name = '' } = (await indexedDB.databases()).find((each) => /^kaunta-\d+-\d+$/.test(each.name ?? '')) ?? {};
    const database = await request(indexedDB.open(name));
    const stores = database.transaction(['sale', 'item', 'outbox']);
    const all = {
      sales: await request(
        stores.objectStore('sale').getAll() as IDBRequest<
          { notes: string | null; saleNumber: string; status: string; finalMinor: number }[]
        >,
      ),
      items: await request(
        stores.objectStore('item').getAll() as IDBRequest<{ name: string; currentStockHundredths: number }[]>,
      ),
      waiting: await request(stores.objectStore('outbox').count()),
    };
    database.close();
    return all;
  });
  return {
    sales: sales.map(({ finalMinor, ...sale }) => ({ ...sale, amount: finalMinor / 100 })),
    stock: new Map(items.map((item) => [item.name, item.currentStockHundredths / 100])),
    waiting,
  };
}
