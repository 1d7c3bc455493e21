import { ownCodes } from '../../../domain/items/barcode.ts';
import { wholeNumberOf } from '../../../domain/hundredths.ts';
import type { Item } from '../../../domain/items/item.ts';
import { barsOf } from '../../platform/labels/bars.ts';
import { type Label, type LabelPaper, stripMm } from '../../platform/labels/label-paper.ts';
import { shownMoney } from '../../ui/shown-money.ts';

export const LABEL_ITEMS_MAX = 500;
export const LABELS_OF_ITEM_MAX = 999;
/** The most labels of a print: a hundred sheets. */
export const LABELS_MAX = 2_400;

const codeOf = ({ sku }: Pick<Item, 'sku'>): string => (sku ?? '').trim();
export const hasCode = (item: Pick<Item, 'sku'>): boolean => codeOf(item) !== '';

export interface LabelOptions {
  paper: LabelPaper;
  showsPrice: boolean;
  /** The shop's. */
  currency: string;
}

type LabelledItem = Pick<Item, 'id' | 'name' | 'sku' | 'priceMinor'>;

export function labelOf(item: LabelledItem, { paper, showsPrice, currency }: LabelOptions): Label {
  const code = codeOf(item);
  const bars = barsOf(code);
  return {
    name: item.name,
    price: showsPrice ? shownMoney(item.priceMinor, currency) : null,
    code: code === '' ? null : code,
    bars: bars === null || stripMm(bars, paper) === null ? null : bars,
  };
}

/**
 * Returns the label for the preview. An item without a code is shown with its first own code, which it gets unless
 * another item has it.
 */
export const labelToBe = (item: LabelledItem, options: LabelOptions): Label =>
  labelOf(hasCode(item) ? item : { ...item, sku: ownCodes(item.id)[0] ?? null }, options);

/** Returns a remark on an item's code, shown before its label is printed (R-PRN-33). */
export function codeRemark(item: LabelledItem, paper: LabelPaper): string {
  if (!hasCode(item)) return 'Gets a code of your shop when you print';
  const code = codeOf(item);
  const bars = barsOf(code);
  if (bars === null) return `${code}: no bars, because it has letters that no scanner reads`;
  if (stripMm(bars, paper) === null) return `${code}: no bars, because it is too long for this label`;
  return code;
}

/** Returns the typed number of labels; null if it is not a number that can be printed. */
export function labelCount(text: string): number | null {
  const count = wholeNumberOf(text);
  return count !== null && count >= 1 && count <= LABELS_OF_ITEM_MAX ? count : null;
}

export const COUNT_SENTENCE = `Print 1 to ${LABELS_OF_ITEM_MAX} labels of an item`;
