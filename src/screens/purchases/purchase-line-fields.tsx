import { Button, Group, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { PURCHASE_NOTES_CHARS_MAX, PURCHASE_SHORT_TEXT_CHARS_MAX } from '../../../domain/items/purchase.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import { ItemPicker } from '../../parts/item/item-picker.tsx';
import { amountOf, quantityOf, typedAmount } from '../../parts/form/typed-number.ts';
import type { PickerRows } from '../../state/picker-rows.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { Line, LINE_NUMBER } from '../../ui/form/line.tsx';
import { stepByArrowKeys } from '../../ui/form/step-keys.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { type DraftLine, lineTotalOf } from './purchase-draft.ts';
import type { LineActs } from './use-purchase-form.ts';
import { shownMoney } from '../../ui/shown-money.ts';

export interface PurchaseLineProps {
  number: number;
  isOnlyLine: boolean;
  line: DraftLine;
  item: Item | null;
  currency: string;
  acts: LineActs;
  itemRows: PickerRows<Item>;
  itemError: string | null;
  quantityError: string | null;
  unitCostError: string | null;
  expiryError: string | null;
  /** True if the person added this line: then its item picker opens by itself. */
  isJustAdded: boolean;
}

/**
 * The fields of one line. Renders again only if its own props change: typing must stay fast in a purchase of forty
 * lines.
 */
export const PurchaseLineFields = memo(function PurchaseLineFields(props: PurchaseLineProps) {
  const { number, isOnlyLine, line, item, currency, acts } = props;
  const change = (part: Partial<DraftLine>) => acts.change(line.key, part);
  const totalMinor = lineTotalOf(line);
  const [isAskedFor, setAskedFor] = useState(false);
  // Few lines have these fields, so they are hidden until needed (R-PUR-16 to R-PUR-18).
  const hasMore = isAskedFor || line.batchNumber !== '' || line.expiryDate !== '' || line.notes !== '';
  return (
    <Line
      number={number}
      foot={
        !hasMore && (
          <Button variant="subtle" px="xs" onClick={() => setAskedFor(true)}>
            Add batch, expiry or notes
          </Button>
        )
      }
      onRemove={isOnlyLine ? null : () => acts.remove(line.key)}
    >
      <ItemPicker
        item={item}
        currency={currency}
        error={props.itemError}
        rows={props.itemRows}
        isOpenedAtFirst={props.isJustAdded}
        onPick={(picked) => acts.pick(line.key, picked)}
        onCode={(code) => acts.pickByCode(line.key, code)}
      />
      <Group wrap="nowrap" align="flex-start" gap="sm" grow>
        <TextInput
          label="Quantity"
          {...LINE_NUMBER}
          value={line.quantityText}
          error={props.quantityError}
          onKeyDown={stepByArrowKeys((direction) =>
            change({
              quantityText: stepped(line.quantityText, quantityOf, QUANTITY_HUNDREDTHS_MAX, direction),
            }),
          )}
          onChange={(event) => change({ quantityText: event.currentTarget.value })}
        />
        <TextInput
          label="Unit cost"
          {...LINE_NUMBER}
          value={line.unitCostText}
          error={props.unitCostError}
          onKeyDown={stepByArrowKeys((direction) =>
            change({ unitCostText: stepped(line.unitCostText, amountOf, PRICE_MINOR_MAX, direction) }),
          )}
          onChange={(event) => change({ unitCostText: event.currentTarget.value })}
        />
      </Group>
      {/* The line's total is computed (R-PUR-13, R-PUR-19, R-PUR-20). */}
      <TextInput
        label="Total cost"
        readOnly
        variant="filled"
        value={totalMinor === null ? '-' : shownMoney(totalMinor, currency)}
      />
      {hasMore && <MoreFields line={line} expiryError={props.expiryError} isAskedFor={isAskedFor} onChange={change} />}
    </Line>
  );
});

/** Returns the text changed by one hundredth, within what a line can hold (R-PUR-14, R-PUR-15). */
function stepped(text: string, read: (text: string) => number, max: number, direction: -1 | 1): string {
  const hundredths = read(text);
  const next = (hundredths < 0 || hundredths > max ? 0 : hundredths) + direction;
  return next < 1 || next > max ? text : typedAmount(next);
}

interface MoreFieldsProps {
  line: DraftLine;
  expiryError: string | null;
  isAskedFor: boolean;
  onChange: (part: Partial<DraftLine>) => void;
}

function MoreFields({ line, expiryError, isAskedFor, onChange }: MoreFieldsProps) {
  return (
    <>
      <Group wrap="nowrap" align="flex-start" gap="sm" grow>
        <TextInput
          label="Batch number"
          autoComplete="off"
          autoFocus={isAskedFor}
          maxLength={PURCHASE_SHORT_TEXT_CHARS_MAX}
          value={line.batchNumber}
          onChange={(event) => onChange({ batchNumber: event.currentTarget.value })}
        />
        <DateField
          label="Expiry date"
          value={line.expiryDate}
          error={expiryError}
          onChange={(expiryDate) => onChange({ expiryDate })}
        />
      </Group>
      <TextArea
        label="Notes"
        maxLength={PURCHASE_NOTES_CHARS_MAX}
        value={line.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
    </>
  );
}
