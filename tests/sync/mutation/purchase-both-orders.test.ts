import { describe, expect, it } from 'vitest';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { NOON_MS } from '../../support/shop-rows.ts';
import { ITEM, openTwoPhones, type Phone, type Shop, SUPPLIER, syncBoth } from '../../support/device/two-phones.ts';

/* Two phones and the same goods. Each test sets which one reaches the server first. */

const bought =
  (fields: Partial<MutationArgs<'purchase.create'>> = {}) =>
  (tools: { mintId(): number }): MutationArgs<'purchase.create'> => ({
    id: tools.mintId(),
    supplierId: SUPPLIER,
    supplierName: 'Mukwano',
    purchaseDateMs: NOON_MS,
    status: 'completed',
    lines: [
      {
        id: tools.mintId(),
        itemId: ITEM,
        itemName: 'Sugar',
        quantityHundredths: 500,
        unitCostMinor: 1_000,
        totalCostMinor: 5_000,
        batchNumber: null,
        expiryDate: null,
        notes: null,
      },
    ],
    totalMinor: 5_000,
    currency: 'UGX',
    invoiceNumber: null,
    invoiceDate: null,
    paymentMethod: 'cash',
    paymentStatus: 'paid',
    amountPaidMinor: null,
    notes: null,
    attachmentUrl: null,
    ...fields,
  });

const stockOf = (shop: Shop) => shop.server('item', ITEM)?.currentStockHundredths;
const last = (shop: Shop, phone: Phone) => shop.outcomesOf(phone).at(-1);

describe.each(['Amina first', 'Brian first'])('%s', (arrival) => {
  async function open(status: 'pending' | 'completed') {
    const shop = await openTwoPhones();
    const { id } = await shop.amina.act('purchase.create', bought({ status }));
    await syncBoth(shop.amina, shop.brian);
    const { amina, brian } = shop;
    const [first, second] = arrival === 'Amina first' ? [amina, brian] : [brian, amina];
    return { shop, id, first, second };
  }

  it('M25 both enter the same invoice: both are kept, and the second is flagged', async () => {
    const { shop, first, second } = await open('pending');
    for (const phone of [first, second]) await phone.act('purchase.create', bought({ invoiceNumber: 'INV-1' }));
    expect(first.row('item', ITEM)?.currentStockHundredths).toBe(1_500);
    await syncBoth(first, second);
    expect(last(shop, first)).toMatchObject({ kind: 'applied' });
    expect(last(shop, second)).toMatchObject({ kind: 'flagged', codes: ['same_invoice'] });
    expect(stockOf(shop)).toBe(2_000);
  });

  it('M26 both mark it as received: stock goes up once, and the second silently agrees', async () => {
    const { shop, id, first, second } = await open('pending');
    for (const phone of [first, second]) await phone.act('purchase.receive', () => ({ id }));
    expect(second.row('item', ITEM)?.currentStockHundredths).toBe(1_500);
    await syncBoth(first, second);
    expect(stockOf(shop)).toBe(1_500);
    expect(last(shop, second)).toMatchObject({ kind: 'superseded', detail: { byUserId: first.userId } });
    for (const phone of [first, second]) expect(phone.row('item', ITEM)?.currentStockHundredths).toBe(1_500);
  });

  it('M26 one receives while the other cancels: what is there is told by whoever came last to say so', async () => {
    const { shop, id, first, second } = await open('pending');
    await shop.amina.act('purchase.receive', () => ({ id }));
    await shop.brian.act('purchase.edit', () => ({ id, change: {}, isCancelled: true }));
    await syncBoth(first, second);
    expect(shop.server('purchase', id)?.status).toBe('cancelled');
    expect(stockOf(shop)).toBe(1_000);
    for (const phone of [first, second]) expect(phone.row('item', ITEM)?.currentStockHundredths).toBe(1_000);
    if (arrival === 'Brian first')
      expect(last(shop, shop.amina)).toMatchObject({ kind: 'refused', codes: ['purchase_cancelled'] });
  });

  it('M26 C-122 both change it: every field has the word of who came last, and the history that of both', async () => {
    const { shop, id, first, second } = await open('completed');
    await first.act('purchase.edit', () => ({
      id,
      change: { notes: 'of the first', invoiceNumber: '7' },
      isCancelled: false,
    }));
    await second.act('purchase.edit', () => ({ id, change: { notes: 'of the second' }, isCancelled: false }));
    await syncBoth(first, second);
    expect(shop.server('purchase', id)).toMatchObject({ notes: 'of the second', invoiceNumber: '7' });
    expect(
      shop
        .server('purchase', id)
        ?.history.map(({ byUserId }) => byUserId)
        .slice(1),
    ).toEqual([first.userId, second.userId]);
  });

  it('M27 deleted here, edited there: the edit restores it with its stock, once', async () => {
    const { shop, id, first, second } = await open('completed');
    await shop.amina.act('purchase.remove', () => ({ id }));
    for (const notes of ['still wanted', 'and again'])
      await shop.brian.act('purchase.edit', () => ({ id, change: { notes }, isCancelled: false }));
    await syncBoth(first, second);
    const isBack = arrival === 'Amina first';
    expect(shop.outcomesOf(shop.brian).map(({ codes }) => codes)).toEqual([isBack ? ['restored'] : [], []]);
    expect(stockOf(shop)).toBe(isBack ? 1_500 : 1_000);
    for (const phone of [first, second]) {
      expect(phone.row('purchase', id)?.notes).toBe(isBack ? 'and again' : undefined);
      expect(phone.row('item', ITEM)?.currentStockHundredths).toBe(isBack ? 1_500 : 1_000);
    }
  });

  it('M27 deleted here, received there: it is back and raises stock once', async () => {
    const { shop, id, first, second } = await open('pending');
    await shop.amina.act('purchase.remove', () => ({ id }));
    await shop.brian.act('purchase.receive', () => ({ id }));
    await syncBoth(first, second);
    const isBack = arrival === 'Amina first';
    expect(last(shop, shop.brian)?.codes).toEqual(isBack ? ['restored'] : []);
    expect(stockOf(shop)).toBe(isBack ? 1_500 : 1_000);
    for (const phone of [first, second])
      expect(phone.row('purchase', id)?.status).toBe(isBack ? 'completed' : undefined);
  });

  it('M24 M25 the supplier was deleted here, bought of there: the supplier is back', async () => {
    const { shop, first, second } = await open('pending');
    const { name, phone, address, notes } = shop.amina.row('supplier', SUPPLIER) ?? {};
    await shop.amina.act('supplier.remove', () => ({ id: SUPPLIER, base: { name, phone, address, notes } }));
    await shop.brian.act('purchase.create', bought());
    await syncBoth(first, second);
    expect(last(shop, shop.brian)?.codes).toEqual(arrival === 'Amina first' ? ['supplier_restored'] : []);
    for (const each of [first, second])
      expect(each.row('supplier', SUPPLIER)?.name).toBe(arrival === 'Amina first' ? 'Mukwano' : undefined);
  });

  it('M27 both delete it: one reversal, and neither is told of a refusal', async () => {
    const { shop, id, first, second } = await open('completed');
    for (const phone of [first, second]) await phone.act('purchase.remove', () => ({ id }));
    await syncBoth(first, second);
    expect(shop.server('purchase', id)).toBeFalsy();
    expect(stockOf(shop)).toBe(1_000);
    for (const phone of [first, second]) {
      expect(last(shop, phone)).toMatchObject({ kind: 'applied' });
      expect(phone.row('purchase', id)).toBeUndefined();
    }
  });
});
