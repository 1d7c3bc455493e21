import type { Item } from '../../../domain/items/item.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_MAX, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import type { CodePick } from '../../ui/form/search-picker.tsx';
import { changeLine, type DraftLine, removeLine } from './sale-draft.ts';
import { isQuantityReplaced, lineQuantity, normalQuantityText } from './sale-figures.ts';
import type { ChangeDraft } from './use-sale-form.ts';

/** Actions on one line. */
export interface LineActs {
  change: (key: number, part: Partial<DraftLine>) => void;
  pick: (key: number, item: Item) => void;
  /** Picks the item with this code for the line. */
  pickByCode: (key: number, code: string) => Promise<CodePick>;
  /** Holds an item that goes into a line until the database has read it. */
  remember: (item: Item) => void;
  remove: (key: number) => void;
  /** Adds one to a line or takes one away. A line whose last one is taken away is removed. */
  step: (key: number, direction: -1 | 1, unit: string | null) => void;
  /** Rewrites a quantity in its normal form when its field is left. */
  leaveQuantity: (line: DraftLine, unit: string | null) => void;
}

interface LineTools {
  change: ChangeDraft;
  remember: LineActs['remember'];
  pickByCode: (code: string, pick: (item: Item) => void) => Promise<CodePick>;
  noteReplaced: (lineKey: number) => void;
}

/** Returns the actions; stable across renders as long as the tools are the same. */
export function lineActsOf({ change, remember, pickByCode, noteReplaced }: LineTools): LineActs {
  const changeOne: LineActs['change'] = (key, part) => change(({ lines }) => ({ lines: changeLine(lines, key, part) }));
  const pick: LineActs['pick'] = (key, item) => {
    remember(item);
    changeOne(key, { itemId: item.id });
  };
  return {
    change: changeOne,
    pick,
    pickByCode: (key, code) => pickByCode(code, (item) => pick(key, item)),
    remember,
    remove: (key) => change(({ lines }) => ({ lines: removeLine(lines, key) })),
    step: (key, direction, unit) => change(({ lines }) => ({ lines: stepLine(lines, key, direction, unit) })),
    leaveQuantity: (line, unit) => {
      if (line.itemId !== null && isQuantityReplaced(line, unit)) noteReplaced(line.key);
      changeOne(line.key, { quantityText: normalQuantityText(line, unit) });
    },
  };
}

function stepLine(
  lines: readonly DraftLine[],
  key: number,
  direction: -1 | 1,
  unit: string | null,
): readonly DraftLine[] {
  const line = lines.find((other) => other.key === key);
  const quantity = line && lineQuantity(line, unit);
  if (quantity === undefined || quantity === null) return lines;
  const next = quantity + direction * QUANTITY_HUNDREDTHS_PER_UNIT;
  if (next <= 0) return removeLine(lines, key);
  return next > QUANTITY_HUNDREDTHS_MAX ? lines : changeLine(lines, key, { quantityText: formatQuantity(next) });
}
