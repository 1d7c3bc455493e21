import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { type PickerRows, usePickerRows } from '../../state/picker-rows.ts';
import { type CodePick, type PickerChoice, SearchPicker } from '../../ui/form/search-picker.tsx';
import { noneFoundText } from '../list/none-found.ts';
import { shownMoney } from '../../ui/shown-money.ts';

export interface ItemPickerProps {
  item: Item | null;
  currency: string;
  error: string | null;
  isOpenedAtFirst: boolean;
  /** The first items of the list, read once for all lines of a form. */
  rows: PickerRows<Item>;
  onPick: (item: Item) => void;
  /** Called on Enter after a complete code was typed. */
  onCode: (code: string) => Promise<CodePick>;
}

/** Finds the item of a line. Shows its price, and its stock with the unit (R-PICK-08, G63, G64). */
export function ItemPicker({ item, currency, error, isOpenedAtFirst, rows, onPick, onCode }: ItemPickerProps) {
  const choicesOf = (items: readonly Item[]) => items.map((row) => ({ ...choiceOf(row, currency), row }));
  return (
    <SearchPicker
      label="Item"
      placeholder="Choose an item"
      value={item === null ? null : choiceOf(item, currency)}
      suggestions={choicesOf(rows.suggested)}
      search={async (term) => choicesOf(await rows.search(term))}
      onSearchFailed={rows.onSearchFailed}
      onPick={({ row }) => onPick(row)}
      onEnter={onCode}
      isFirstTakenByEnter
      emptyText={noneFoundText(rows, 'items')}
      error={error}
      isOpenedAtFirst={isOpenedAtFirst}
      {...(item === null ? {} : { description: detailOf(item, currency) })}
    />
  );
}

/** Returns the items that can be sold and bought. */
export const useItemRows = (): PickerRows<Item> => usePickerRows('item');

const choiceOf = (item: Item, currency: string): PickerChoice => ({
  id: item.id,
  label: item.name,
  detail: detailOf(item, currency),
});

function detailOf(item: Item, currency: string): string {
  const price = shownMoney(item.priceMinor, currency);
  if (!tracksStock(item)) return price;
  // A negative stock is shown as 0 here; the item's own screen shows how far below it is (C-066).
  const stock = `${formatQuantity(Math.max(0, item.currentStockHundredths))} in stock`;
  return `${price} · ${stock}${item.unitOfMeasure === null ? '' : ` (${item.unitOfMeasure})`}`;
}
