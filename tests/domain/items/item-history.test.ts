import { describe, expect, it } from 'vitest';
import type { Item } from '../../../domain/items/item.ts';
import { ITEM_EDITS_MAX, pastOfItem, withEdit } from '../../../domain/items/item-history.ts';
import { projectRow } from '../../../sync/protocol/projection.ts';
import { itemRow, USER_ID } from '../../support/shop-rows.ts';

const fieldsOf = (group: string) => (group === 'price' ? ['priceMinor', 'currency'] : [group]);
const past = (item: Item) => pastOfItem(item, fieldsOf);
const stamp = (atMs: number) => ({ userId: USER_ID, atMs });
const edit = (item: Item, change: Partial<Item>, atMs: number) => withEdit(item, { ...item, ...change }, stamp(atMs));
/** Returns the price after each act, newest first; null if unknown. */
const prices = (item: Item) =>
  past(item).map((event) => (event.isKnown('priceMinor', 'price') ? event.item.priceMinor : null));

const NEW = itemRow({ id: 1, priceMinor: 100, costPriceMinor: 60 });

describe('R-ENT-31 what an item remembers of its edits', () => {
  it('R-ENT-31 the item after each act follows from what later ones replaced', () => {
    const edited = edit(edit(NEW, { priceMinor: 200, name: 'Salt' }, 5), { priceMinor: 300 }, 6);
    expect(prices(edited)).toEqual([300, 200, 100]);
    expect(past(edited).map(({ item: { name }, number, changed }) => [number, name, changed])).toEqual([
      [3, 'Salt', ['priceMinor']],
      [2, 'Salt', ['name', 'priceMinor']],
      [1, NEW.name, []],
    ]);
  });

  it('R-ENT-31 an edit that changes nothing is none', () => {
    const same = { ...NEW, priceMinor: 100 };
    expect(withEdit(NEW, same, stamp(5))).toBe(same);
  });

  it('R-ENT-31 of a long text only the change is remembered: what it was is not guessed', () => {
    const edited = edit(edit(NEW, { description: 'One' }, 5), { description: 'Two' }, 6);
    expect(edited.history).toMatchObject([
      { was: {}, long: ['description'] },
      { was: {}, long: ['description'] },
    ]);
    expect(past(edited).map(({ isKnown }) => isKnown('description', 'description'))).toEqual([true, false, false]);
  });

  it('R-ENT-31 of a row that was edited before edits were kept, what cannot be known is unknown', () => {
    const old = { ...NEW, priceMinor: 200, edits: { price: stamp(5), name: stamp(4) } };
    expect(past(old).map(({ number, changed }) => [number, changed])).toEqual([
      [3, ['priceMinor', 'currency']],
      [2, ['name']],
      [1, []],
    ]);
    expect(prices(old)).toEqual([200, null, null]);
    const edited = edit(old, { priceMinor: 300 }, 9);
    expect(edited.forgottenEdits).toBe(2);
    const stamped = { ...edited, edits: { ...old.edits, price: stamp(9) } };
    expect(past(stamped).map(({ number }) => number)).toEqual([4, 3, 1]);
    expect(prices(stamped)).toEqual([300, null, null]);
    expect(past(stamped).at(-1)?.isKnown('sku', 'sku')).toBe(true);
  });

  it('R-ENT-31 keeps the last fifty, and then knows no more how it began', () => {
    let item = NEW;
    for (let index = 1; index <= ITEM_EDITS_MAX; index += 1)
      item = { ...edit(item, { priceMinor: 100 + index }, index), edits: { price: stamp(index) } };
    expect(prices(item).at(-1)).toBe(100);
    item = { ...edit(item, { priceMinor: 999 }, 60), edits: { price: stamp(60) } };
    expect(item.history).toHaveLength(ITEM_EDITS_MAX);
    expect(prices(item).slice(0, 2)).toEqual([999, 150]);
    expect(prices(item).at(-1)).toBeNull();
    expect(past(item)[0]?.number).toBe(52);
  });

  it('SYN-13 C-097 staff get no former cost price, and no edit of nothing else', () => {
    const edited = edit(edit(NEW, { costPriceMinor: 77 }, 5), { costPriceMinor: 88, priceMinor: 200 }, 6);
    const shown = projectRow('item', edited, 'staff');
    expect(shown.history).toEqual([{ was: { priceMinor: 100 }, long: [], ...stamp(6) }]);
    expect(JSON.stringify(shown)).not.toContain('costPrice');
    expect(projectRow('item', edit(NEW, { costPriceMinor: 77 }, 5), 'staff')).not.toHaveProperty('history');
    expect(projectRow('item', edited, 'admin')).toBe(edited);
  });
});
