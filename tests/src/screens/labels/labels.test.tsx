import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { ownCodes } from '../../../../domain/items/barcode.ts';
import type { PurchaseLine } from '../../../../domain/items/purchase.ts';
import { labelsLink, paths } from '../../../../src/parts/paths.ts';
import { useDirtyForm } from '../../../../src/state/dirty-form.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import {
  all,
  BREAD,
  COLA,
  HONEY,
  line,
  namesOn,
  printButton,
  sheets,
  showLabels,
  typeCount,
} from '../../../support/screens/labels-screen.tsx';
import { itemRow, purchaseRow } from '../../../support/shop-rows.ts';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { recordScanSignals } from '../../../support/browser/scan-signals.ts';

let print: Mock<() => void>;
beforeEach(() => {
  print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
});
afterEach(() => localStorage.removeItem('kaunta-labels'));

/** The vibration for a scan that found nothing. */
const MISSED = [80, 60, 80];
const [OWN = '', OWN_NEXT = ''] = ownCodes(BREAD.id);

test('R-PRN-34 R-PRN-31 an item with no code gets one of the shop as its label is printed, by an edit like any other; printed again it keeps it', async () => {
  const printed: (string | null | undefined)[][] = [];
  print.mockImplementation(() => void printed.push(sheets().flatMap(namesOn)));
  const { acts } = await showLabels(labelsLink({ item: BREAD.id }));
  expect(await (await line(1)).findByText('Gets a code of your shop when you print', {}, PATIENTLY)).toBeTruthy();
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(await acts()).toEqual([
    { name: 'item.edit', args: { id: BREAD.id, base: { sku: null }, change: { sku: OWN } } },
  ]);
  const [page] = sheets();
  expect(page?.textContent).toContain(`BreadUGX 4,500`);
  expect(page?.textContent).toContain(OWN);
  expect(page?.querySelectorAll('svg path')).toHaveLength(1);
  expect(await (await line(1)).findByText(OWN, {}, PATIENTLY)).toBeTruthy();
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2), PATIENTLY);
  expect(printed).toEqual([['Bread'], ['Bread']]);
  expect(await acts()).toHaveLength(1);
});

test('R-PRN-31 a code that another item has, archived or spelled with a zero before it, is left to that one', async () => {
  const other = itemRow({ id: 9, name: 'Old bread', sku: `0${OWN}`, isActive: false });
  const { acts } = await showLabels(labelsLink({ item: BREAD.id }), [BREAD, other]);
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect((await acts()).map(({ args }) => args)).toMatchObject([{ change: { sku: OWN_NEXT } }]);
});

test('R-PRN-33 an item of a code that no bars can say keeps it, is printed without bars, and that is said before', async () => {
  const { acts } = await showLabels(labelsLink({ item: HONEY.id }));
  expect(
    await (await line(1)).findByText(/عسل-1: no bars, because it has letters that no scanner reads/, {}, PATIENTLY),
  ).toBeTruthy();
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(await acts()).toEqual([]);
  const label = sheets()[0]?.querySelector('.k-label');
  expect(label?.querySelector('svg')).toBeNull();
  expect(label?.textContent).toContain('UGX 999,999,999,999');
});

test('R-PRN-34 R-PRN-35 all of a search, so many of each, without prices, from the third label of a sheet on', async () => {
  const { acts } = await showLabels(all);
  expect(await screen.findAllByRole('group', { name: /^Line / }, PATIENTLY)).toHaveLength(3);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Labels of each of 3 items' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Labels of each of 3 items' }), '9');
  await userEvent.click(screen.getByRole('button', { name: 'Set all' }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Start at label' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Start at label' }), '3');
  await userEvent.click(screen.getByRole('switch', { name: 'Show the price' }));
  await userEvent.click(await printButton('Print 27 labels'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(await acts()).toHaveLength(1);
  const pages = sheets().map(namesOn);
  expect(pages.map((names) => names.length)).toEqual([24, 5]);
  expect(pages[0]?.slice(0, 3)).toEqual([null, null, expect.any(String)]);
  expect(pages.flat().filter((name) => name === 'Cola')).toHaveLength(9);
  expect(document.querySelector('.k-print-sheet .k-label-price')).toBeNull();
  expect(document.querySelector('.k-print-sheet style')?.textContent).toContain('size: A4');
  expect(JSON.parse(localStorage.getItem('kaunta-labels') ?? '')).toMatchObject({ kind: 'sheet', showsPrice: false });
});

test('R-PRN-34 as many labels as a purchase brought, of each item', async () => {
  const bought = (id: number, itemId: number, quantityHundredths: number): PurchaseLine => ({
    ...{ id, itemId, itemName: 'Bought', quantityHundredths, unitCostMinor: 100, totalCostMinor: 100 },
    ...{ batchNumber: null, expiryDate: null, notes: null, movesStock: true },
  });
  const lines = [bought(1, COLA.id, 1_200), bought(2, BREAD.id, 50), bought(3, COLA.id, 600)];
  await showLabels(labelsLink({ purchase: 801 }), undefined, {
    purchase: [purchaseRow({ id: 801, supplierId: 61, lines })],
  });
  expect(await printButton('Print 19 labels')).toBeTruthy();
  expect((await line(1)).getByRole('textbox', { name: 'Labels' })).toHaveProperty('value', '18');
  expect((await line(2)).getByRole('textbox', { name: 'Labels' })).toHaveProperty('value', '1');
});

test.each(['0', '1000', '', 'two', '1.5'])(
  "R-PRN-36 '%s' labels are refused in words, and nothing is printed and no code given",
  async (text) => {
    const { acts } = await showLabels(labelsLink({ item: BREAD.id }));
    await screen.findByRole('group', { name: 'Line 1' }, PATIENTLY);
    await typeCount(1, text);
    expect((await line(1)).getByText('Print 1 to 999 labels of an item')).toBeTruthy();
    await userEvent.click(await printButton('Print labels'));
    expect((await screen.findByRole('alert', {}, PATIENTLY)).textContent).toContain('How many labels of Bread?');
    expect(print).not.toHaveBeenCalled();
    expect(await acts()).toEqual([]);
    await typeCount(1, '2');
    await userEvent.click(await printButton('Print 2 labels'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  },
);

test('R-PRN-36 X-TYPE-02 X-TYPE-60 a pasted 1,000 stays whole, and is said to be too many', async () => {
  await showLabels(all);
  const paste = async (label: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label });
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste('1,000');
    expect(field.value).toBe('1,000');
  };
  await screen.findByRole('group', { name: 'Line 3' }, PATIENTLY);
  await paste('Labels of each of 3 items');
  await userEvent.click(screen.getByRole('button', { name: 'Set all' }));
  expect(screen.getByText('Print 1 to 999 labels of an item')).toBeTruthy();
  expect((await line(1)).getByRole('textbox', { name: 'Labels' })).toHaveProperty('value', '1');
  await paste('Start at label');
  expect(screen.getByText('Start at a label from 1 to 24')).toBeTruthy();
});

test('R-PRN-36 nothing chosen, too many labels, and a place that no sheet has are said in words', async () => {
  await showLabels(paths.labels);
  await userEvent.click(await printButton('Print labels'));
  expect((await screen.findByRole('alert', {}, PATIENTLY)).textContent).toContain('Choose an item first.');
  await userEvent.click(screen.getByRole('button', { name: 'Choose all items' }));
  await screen.findByRole('group', { name: 'Line 3' }, PATIENTLY);
  for (const number of [1, 2, 3]) await typeCount(number, '999');
  await userEvent.click(await printButton('Print 2,997 labels'));
  await waitFor(
    () => expect(screen.getByRole('alert').textContent).toContain('Print at most 2,400 at once'),
    PATIENTLY,
  );
  for (const number of [1, 2, 3]) await typeCount(number, '1');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Start at label' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Start at label' }), '25');
  await userEvent.click(await printButton('Print 3 labels'));
  await waitFor(
    () => expect(screen.getByRole('alert').textContent).toContain('Start at a label from 1 to 24'),
    PATIENTLY,
  );
  expect(print).not.toHaveBeenCalled();
});

test('R-PRN-36 more items than one print takes are not chosen at all, and the sentence says how many there are', async () => {
  const many = Array.from({ length: 501 }, (_, nth) =>
    itemRow({ id: 1_000 + nth, name: `Item ${nth}`, sku: `S-${nth}` }),
  );
  await showLabels(all, many);
  expect((await screen.findByText(/^That is 501 items\./, {}, PATIENTLY)).textContent).toContain('at most 500 at once');
  expect(screen.queryByRole('group', { name: /^Line / })).toBeNull();
});

test('R-PRN-34 a scanner adds the item that it reads, and once more is one label more', async () => {
  await showLabels(paths.labels);
  for (const count of ['1', '2']) {
    await userEvent.keyboard('4006381333931{Enter}');
    await waitFor(
      async () => expect((await line(1)).getByRole('textbox', { name: 'Labels' })).toHaveProperty('value', count),
      PATIENTLY,
    );
  }
  expect((await line(1)).getByText('Cola')).toBeTruthy();
});

test('X-TYPE-21 R-PRN-34 a code of no item and one of several are said, heard and felt, and leave the number as it was', async () => {
  const signals = recordScanSignals();
  await showLabels(labelsLink({ item: BREAD.id }), [BREAD, COLA, { ...HONEY, sku: COLA.sku }]);
  const count = (await line(1)).getByRole('textbox', { name: 'Labels' });
  await userEvent.click(count);
  for (const [code, sentence] of [
    ['96385074', 'No item has the code 96385074'],
    ['4006381333931', 'Several items have the code 4006381333931. Choose one by its name.'],
  ] as const) {
    typeKeys(code, 4);
    expect(await screen.findByText(sentence, {}, PATIENTLY)).toBeTruthy();
    expect(count).toHaveProperty('value', '1');
  }
  expect(signals).toEqual({ notes: [300, 240, 300, 240], shakes: [MISSED, MISSED] });
  expect(screen.getAllByRole('group', { name: /^Line / })).toHaveLength(1);
});

test('R-PRN-31 a full device says that the labels were not printed; what was typed stands', async () => {
  const { replica } = await showLabels(labelsLink({ item: BREAD.id }));
  await screen.findByRole('group', { name: 'Line 1' }, PATIENTLY);
  await typeCount(1, '4');
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  vi.spyOn(replica.database, 'write').mockImplementation(full);
  replica.run = full as typeof replica.run;
  await userEvent.click(await printButton('Print 4 labels'));
  expect(await screen.findByText('The labels were not printed', {}, PATIENTLY)).toBeTruthy();
  expect(print).not.toHaveBeenCalled();
  expect((await line(1)).getByRole('textbox', { name: 'Labels' })).toHaveProperty('value', '4');
});

test('R-PRN-36 one more and one less count from 1 to 999, and a line that is removed is printed no more', async () => {
  await showLabels(all);
  const count = async () => (await line(1)).getByRole<HTMLInputElement>('textbox', { name: 'Labels' });
  const step = async (name: 'One more' | 'One less') => userEvent.click((await line(1)).getByRole('button', { name }));
  expect((await line(1)).getByRole('button', { name: 'One less' })).toHaveProperty('disabled', true);
  await step('One more');
  expect((await count()).value).toBe('2');
  await step('One less');
  expect((await count()).value).toBe('1');
  await userEvent.type(await count(), '{ArrowDown}');
  expect((await count()).value).toBe('1');
  await typeCount(1, '998');
  await step('One more');
  await step('One more');
  expect((await count()).value).toBe('999');
  await typeCount(1, '');
  await step('One more');
  expect((await count()).value).toBe('1');
  expect(await printButton('Print 3 labels')).toBeTruthy();
  const first = (await line(1)).getByText(/^(Bread|Cola|Honey)$/).textContent;
  await userEvent.click(screen.getByRole('button', { name: 'Remove line 1' }));
  expect(await printButton('Print 2 labels')).toBeTruthy();
  expect(screen.queryByText(first, { selector: '.k-label-form li *' })).toBeNull();
});

test('R-PRN-35 the sheet and the height of a label on a roll are chosen, kept, and printed', async () => {
  await showLabels(labelsLink({ item: COLA.id }));
  const kept = () => JSON.parse(localStorage.getItem('kaunta-labels') ?? '{}') as Record<string, unknown>;
  const sheet = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Labels of the sheet' }, PATIENTLY);
  const other = [...sheet.options].map(({ value }) => value).find((value) => value !== sheet.value) ?? '';
  await userEvent.selectOptions(sheet, other);
  expect([sheet.value, kept()['sheet']]).toEqual([other, other]);
  await userEvent.click(screen.getByText('58 mm'));
  const height = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Height of a label' });
  await userEvent.selectOptions(height, '50 mm');
  expect(kept()).toMatchObject({ kind: 'roll', rollWidthMm: 58, heightMm: 50 });
  await userEvent.click(await printButton('Print 1 label'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(document.querySelector('.k-print-sheet style')?.textContent).toContain('size: 58mm 50mm');
});

test('R-PRN-34 a whole code that is typed into the picker and sent by Enter adds its item; one of no item stays there', async () => {
  await showLabels(paths.labels);
  const picker = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Item' }, PATIENTLY);
  const typeByHand = (code: string) => {
    fireEvent.click(picker);
    fireEvent.change(picker, { target: { value: code } });
    fireEvent.keyDown(picker, { key: 'Enter' });
  };
  typeByHand(COLA.sku ?? '');
  expect((await line(1)).getByText('Cola')).toBeTruthy();
  await waitFor(() => expect(picker.value).toBe(''), PATIENTLY);
  typeByHand('96385074');
  expect(await screen.findByText(/^No items found/, {}, PATIENTLY)).toBeTruthy();
  expect(picker.value).toBe('96385074');
  expect(screen.getAllByRole('group', { name: /^Line / })).toHaveLength(1);
});

test.each([
  ['an item', labelsLink({ item: BREAD.id }), 'Print 12 labels'],
  ['a search', all, 'Print 14 labels'],
])(
  'R-GEN-16 R-PRN-34 what was typed for %s stays when the rest of the shop has arrived',
  async (_what, address, button) => {
    const { shop } = await showLabels(address, undefined, {}, { snapshotComplete: false });
    await typeCount(1, '12');
    await meanwhile(() =>
      shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: true })),
    );
    expect((await line(1)).getByRole<HTMLInputElement>('textbox', { name: 'Labels' }).value).toBe('12');
    expect(await printButton(button)).toBeTruthy();
  },
);

test('R-GEN-16 labels that were chosen and not printed are not left without a question; printed ones are', async () => {
  await showLabels(labelsLink({ item: BREAD.id }));
  await line(1);
  expect(useDirtyForm.getState().isDirty).toBe(false);
  await typeCount(1, '4');
  expect(useDirtyForm.getState().isDirty).toBe(true);
  await userEvent.click(await printButton('Print 4 labels'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), PATIENTLY);
  expect(useDirtyForm.getState().isDirty).toBe(false);
});
