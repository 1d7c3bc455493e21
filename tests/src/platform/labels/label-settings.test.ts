import { afterEach, expect, test } from 'vitest';
import {
  firstLabelSettings,
  keepLabelSettings,
  type LabelSettings,
} from '../../../../src/platform/labels/label-settings.ts';
import type { PrinterSettings } from '../../../../src/platform/printer/printer-settings.ts';

afterEach(() => localStorage.clear());

const PRINTER: PrinterSettings = {
  identity: { way: 'bluetooth', id: 'B1' },
  ...{ name: 'Roll 80', rollWidthMm: 80, printsAfterSale: false, opensDrawer: false },
};

test('labels begin with a sheet, or with the roll of the printer that this device has', () => {
  const sheet: LabelSettings = { kind: 'sheet', sheet: 'whole', rollWidthMm: 58, heightMm: 30, showsPrice: true };
  expect(firstLabelSettings(localStorage, null)).toEqual(sheet);
  expect(firstLabelSettings(localStorage, PRINTER)).toEqual({ ...sheet, kind: 'roll', rollWidthMm: 80 });
});

test('labels go on with what was chosen last; what cannot be read counts as nothing chosen', () => {
  const chosen: LabelSettings = { kind: 'roll', sheet: 'whole', rollWidthMm: 58, heightMm: 30, showsPrice: false };
  keepLabelSettings(localStorage, chosen);
  expect(firstLabelSettings(localStorage, PRINTER)).toEqual(chosen);
  const first = firstLabelSettings(sessionStorage, null);
  for (const text of ['{', '{"kind":"wall"}', JSON.stringify({ ...chosen, rollWidthMm: 59 })]) {
    localStorage.setItem('kaunta-labels', text);
    expect(firstLabelSettings(localStorage, null)).toEqual(first);
  }
});
