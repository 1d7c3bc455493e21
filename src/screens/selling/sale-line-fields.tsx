import { Alert, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import {
  formatQuantity,
  minSaleQuantityHundredths,
  QUANTITY_HUNDREDTHS_MAX,
  QUANTITY_HUNDREDTHS_PER_UNIT,
} from '../../../domain/quantity.ts';
import type { PickerRows } from '../../state/picker-rows.ts';
import { Line, LINE_NUMBER } from '../../ui/form/line.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { StepField } from '../../ui/form/step-field.tsx';
import { ItemPicker } from '../../parts/item/item-picker.tsx';
import { type DraftLine, isBlankLine } from './sale-draft.ts';
import { lineFigures, lineQuantity, priceHint } from './sale-figures.ts';
import type { LineActs } from './line-acts.ts';

interface SaleLineFieldsProps {
  number: number;
  isOnlyLine: boolean;
  line: DraftLine;
  item: Item | null;
  currency: string;
  acts: LineActs;
  itemRows: PickerRows<Item>;
  warning: string | null;
  itemError: string | null;
  quantityError: string | null;
  priceError: string | null;
  /** True if a person has just added this line: its item picker opens by itself. */
  isJustAdded: boolean;
}

/** One line. Renders again only if its own props change, so that typing stays smooth in a sale of forty lines. */
export const SaleLineFields = memo(function SaleLineFields(props: SaleLineFieldsProps) {
  const { number, isOnlyLine, line, item, currency, acts, warning } = props;
  const change = (part: Partial<DraftLine>) => acts.change(line.key, part);
  return (
    <Line
      number={number}
      foot={<LineTotal line={line} item={item} currency={currency} />}
      onRemove={isOnlyLine && isBlankLine(line) ? null : () => acts.remove(line.key)}
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
      <Group align="flex-start" wrap="nowrap" gap="sm" className="k-line-numbers">
        <QuantityField line={line} unit={item?.unitOfMeasure ?? null} error={props.quantityError} acts={acts} />
        <TextInput
          label="Price"
          {...LINE_NUMBER}
          placeholder={item === null ? '' : priceHint(item.priceMinor)}
          value={line.priceText}
          error={props.priceError}
          onChange={(event) => change({ priceText: event.currentTarget.value })}
        />
      </Group>
      {warning !== null && (
        <Alert color="yellow" role="status" p="xs" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {warning}
        </Alert>
      )}
    </Line>
  );
});

interface QuantityFieldProps {
  line: DraftLine;
  unit: string | null;
  error: string | null;
  acts: LineActs;
}

/** The quantity field. Its buttons step by 1, within the allowed quantities (R-SNEW-21, C-055). */
function QuantityField({ line, unit, error, acts }: QuantityFieldProps) {
  // The buttons do nothing while the quantity is no number.
  const hundredths = lineQuantity(line, unit) ?? Number.NaN;
  const change = (quantityText: string) => acts.change(line.key, { quantityText });
  const canBe = (next: number) => next >= minSaleQuantityHundredths(unit) && next <= QUANTITY_HUNDREDTHS_MAX;
  const step = (direction: -1 | 1) => {
    const next = hundredths + direction * QUANTITY_HUNDREDTHS_PER_UNIT;
    if (canBe(next)) change(formatQuantity(next));
  };
  return (
    <StepField
      label="Quantity"
      value={line.quantityText}
      error={error}
      lessLabel="One less"
      moreLabel="One more"
      isLessDisabled={!canBe(hundredths - QUANTITY_HUNDREDTHS_PER_UNIT)}
      onChange={change}
      onStep={step}
      onBlur={() => acts.leaveQuantity(line, unit)}
    />
  );
}

/** Quantity times price (R-SNEW-25), with the item's unit beside the quantity (G63). */
function LineTotal({ line, item, currency }: { line: DraftLine; item: Item | null; currency: string }) {
  if (item === null) return <Text c="dimmed">No item yet</Text>;
  const figures = lineFigures(line, item);
  if (figures === null) return <Text c="dimmed">-</Text>;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {formatQuantity(figures.quantityHundredths)} {item.unitOfMeasure ?? ''} ×{' '}
        <MoneyText amountMinor={figures.unitPriceMinor} currency={currency} decimals={2} />
      </Text>
      <Text fw={700}>
        <MoneyText amountMinor={figures.totalMinor} currency={currency} decimals={2} />
      </Text>
    </div>
  );
}
