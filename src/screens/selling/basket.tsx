import { ActionIcon, Alert, Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { SALE_NOTES_CHARS_MAX } from '../../../domain/sales/sale.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { counterAmount, counterFigure, withoutBreak } from '../../ui/counter-amount.ts';
import { CustomerField } from './customer-field.tsx';
import type { DraftErrors } from './draft-sale.ts';
import type { LineActs } from './line-acts.ts';
import { type DraftLine, isBlankLine, isDraftDirty } from './sale-draft.ts';
import { type DraftTotals, lineFigures, lineQuantity, stockWarnings, whyNoTotals } from './sale-figures.ts';
import { DiscountField } from './sale-total.tsx';
import type { SaleForm } from './use-sale-form.ts';

interface BasketProps {
  sale: SaleForm;
  totals: DraftTotals | null;
  onAskLine: (line: DraftLine) => void;
  onNewCustomer: (name: string) => void;
}

/** The basket (R-CTR-20): lines of one row each, then discount, customer and notes. */
export function Basket({ sale, totals, onAskLine, onNewCustomer }: BasketProps) {
  const { draft, itemsById, currency, errors, lineActs } = sale;
  const lines = draft.lines.filter((line) => !isBlankLine(line));
  const warnings = stockWarnings(draft, itemsById);
  if (lines.length === 0)
    return (
      <>
        <Text c="dimmed" py="md" ta="center">
          Tap what is sold. It goes in here.
        </Text>
        {/* R-CTR-29: what was set before the last item went would count for the next one. */}
        {isDraftDirty(draft) && (
          <Stack gap="xs" className="k-basket-more">
            <MoreOfSale sale={sale} onNewCustomer={onNewCustomer} />
          </Stack>
        )}
      </>
    );
  return (
    <>
      <ul className="k-plain-list k-basket-lines" aria-label="In the basket">
        {lines.map((line) => (
          <BasketLine
            key={line.key}
            line={line}
            item={line.itemId === null ? undefined : itemsById.get(line.itemId)}
            warning={warnings.get(line.key) ?? null}
            error={lineError(line.key, errors)}
            onStep={lineActs.step}
            onAsk={onAskLine}
          />
        ))}
      </ul>
      <Stack gap="xs" className="k-basket-more">
        <MoreOfSale sale={sale} onNewCustomer={onNewCustomer} />
        {totals !== null && totals.discountMinor > 0 && (
          <Text size="sm" c="dimmed" className="k-figures">
            {withoutBreak(counterAmount(totals.totalMinor, currency))} less{' '}
            {withoutBreak(counterAmount(totals.discountMinor, currency))} discount
          </Text>
        )}
        {totals === null && (
          <Text role="alert" c="var(--mantine-color-error)">
            {whyNoTotals(draft, itemsById)}
          </Text>
        )}
      </Stack>
    </>
  );
}

/** Returns the first error message of a line. */
const lineError = (key: number, { itemByLine, quantityByLine, priceByLine }: DraftErrors): string | null =>
  itemByLine.get(key) ?? quantityByLine.get(key) ?? priceByLine.get(key) ?? null;

interface BasketLineProps {
  line: DraftLine;
  item: Item | undefined;
  warning: string | null;
  error: string | null;
  onStep: LineActs['step'];
  onAsk: (line: DraftLine) => void;
}

const BasketLine = memo(function BasketLine({ line, item, warning, error, onStep, onAsk }: BasketLineProps) {
  const name = line.nameText || (item?.name ?? 'Item');
  const unit = item?.unitOfMeasure ?? null;
  const quantity = lineQuantity(line, unit);
  const figures = lineFigures(line, item);
  const amount = figures === null ? '-' : counterFigure(figures.totalMinor);
  return (
    <li className="k-basket-line">
      <div className="k-basket-row">
        {/* For a thumb; the amount is the same for keys and screen readers. */}
        <Box component="span" className="k-basket-name" onClick={() => onAsk(line)}>
          <Text component="span" inherit lineClamp={2}>
            <bdi>{name}</bdi>
          </Text>
        </Box>
        <Group gap={4} wrap="nowrap" className="k-basket-rest">
          <ActionIcon
            variant="default"
            aria-label={(quantity ?? 0) > QUANTITY_HUNDREDTHS_PER_UNIT ? `One less ${name}` : `Remove ${name}`}
            onClick={() => onStep(line.key, -1, unit)}
          >
            <IconMinus size={20} aria-hidden />
          </ActionIcon>
          <Text
            component="span"
            fw={700}
            ta="center"
            miw="2rem"
            className="k-figures"
            aria-label={`Quantity of ${name}`}
          >
            {quantity === null ? '-' : formatQuantity(quantity)}
          </Text>
          <ActionIcon variant="default" aria-label={`One more ${name}`} onClick={() => onStep(line.key, 1, unit)}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
          <UnstyledButton
            className="k-basket-amount"
            aria-label={`Price and quantity of ${name}, ${amount}`}
            onClick={() => onAsk(line)}
          >
            {amount}
          </UnstyledButton>
        </Group>
      </div>
      {warning !== null && (
        <Text size="sm" role="status" className="k-warning-text">
          {warning}
        </Text>
      )}
      {error !== null && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </li>
  );
});

/** Discount, customer and notes. Each field is shown once it was asked for, or holds something. */
function MoreOfSale({ sale, onNewCustomer }: Pick<BasketProps, 'sale' | 'onNewCustomer'>) {
  const { draft, change, errors, currency } = sale;
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const ask = (field: string) => setAsked((before) => new Set(before).add(field));
  const isOpen = {
    discount: asked.has('discount') || draft.discountText !== '',
    customer: asked.has('customer') || draft.customer !== null,
    notes: asked.has('notes') || draft.notes !== '',
  };
  return (
    <>
      {isOpen.discount && (
        <DiscountField
          discount={draft}
          currency={currency}
          error={errors.discount}
          isJustAskedFor={asked.has('discount')}
          change={change}
        />
      )}
      {isOpen.customer && (
        <CustomerField value={draft.customer} error={errors.customer} change={change} onCreate={onNewCustomer} />
      )}
      {isOpen.notes && (
        <TextArea
          label="Notes"
          maxLength={SALE_NOTES_CHARS_MAX}
          value={draft.notes}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
      )}
      <Group gap={4}>
        {!isOpen.discount && <MoreButton onClick={() => ask('discount')}>Add discount</MoreButton>}
        {!isOpen.customer && <MoreButton onClick={() => ask('customer')}>Customer</MoreButton>}
        {!isOpen.notes && <MoreButton onClick={() => ask('notes')}>Notes</MoreButton>}
      </Group>
      {draft.parts.length > 0 && (
        <Alert p="xs" role="status">
          A part of this sale is paid already. Take payment shows how.
        </Alert>
      )}
    </>
  );
}

function MoreButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button variant="subtle" px="xs" onClick={onClick}>
      {children}
    </Button>
  );
}
