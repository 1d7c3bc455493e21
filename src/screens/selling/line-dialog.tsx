import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { enterGoesOn } from '../../ui/form/long-form.ts';
import { StepField } from '../../ui/form/step-field.tsx';
import { NumberPad } from './number-pad.tsx';
import type { DraftLine } from './sale-draft.ts';
import { isQuantityReplaced, lineQuantity, priceHint, quantityProblem, readLinePrice } from './sale-figures.ts';
import { QUANTITY_REPLACED } from './use-replaced-quantities.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

interface LineDialogProps {
  item: Item;
  /** Absent if the item is not in the basket yet. */
  line: DraftLine | undefined;
  currency: string;
  onDone: (part: Pick<DraftLine, 'quantityText' | 'priceText'>) => void;
  onRemove: (() => void) | null;
  onClose: () => void;
}

/** Asks for the quantity and price of an item (R-CTR-05). */
export function LineDialog({ item, line, currency, onDone, onRemove, onClose }: LineDialogProps) {
  const [before] = useState({ quantityText: line?.quantityText ?? '1', priceText: line?.priceText ?? '' });
  const [quantityText, setQuantityText] = useState(before.quantityText);
  const [priceText, setPriceText] = useState(before.priceText);
  const [isTyping, setTyping] = useState(false);
  const [replacedText, setReplacedText] = useState<string | null>(null);
  const quantity = lineQuantity({ quantityText }, item.unitOfMeasure);
  const price = readLinePrice(priceText);
  // The first key replaces the old text, as on a cash register.
  const typeKey = (next: (text: string) => string) => {
    setQuantityText((text) => next(isTyping ? text : ''));
    setTyping(true);
  };
  const step = (direction: -1 | 1) => {
    const next = (quantity ?? 0) + direction * QUANTITY_HUNDREDTHS_PER_UNIT;
    if (next > 0) setQuantityText(formatQuantity(next));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is in a portal: without this, its submit event would also reach the counter's form.
    event.stopPropagation();
    if (quantity === null || !price.ok) return;
    // A replaced quantity is shown before it is saved (X-TYPE-04).
    if (isQuantityReplaced({ quantityText }, item.unitOfMeasure)) {
      setQuantityText(formatQuantity(quantity));
      setReplacedText(formatQuantity(quantity));
      return;
    }
    onDone({ quantityText: formatQuantity(quantity), priceText });
  };
  return (
    <FormDialog
      title={
        <Text span inherit lineClamp={2}>
          {item.name}
        </Text>
      }
      isDirty={quantityText !== before.quantityText || priceText !== before.priceText}
      onClose={onClose}
    >
      {() => (
        <form noValidate onSubmit={submit} onKeyDown={enterGoesOn}>
          <Stack gap="sm">
            <StepField
              label="Quantity"
              {...(item.unitOfMeasure === null ? {} : { description: item.unitOfMeasure })}
              value={quantityText}
              error={
                quantityProblem({ quantityText }, item.unitOfMeasure) ??
                (quantityText === replacedText ? QUANTITY_REPLACED : null)
              }
              lessLabel="One less"
              moreLabel="One more"
              isLessDisabled={(quantity ?? 0) <= QUANTITY_HUNDREDTHS_PER_UNIT}
              onChange={setQuantityText}
              onStep={step}
              inputProps={{ inputMode: 'none', 'data-autofocus': true }}
            />
            <NumberPad label="Number keys" onType={typeKey} />
            <TextInput
              label="Price"
              description={`In ${currency}. Leave it blank for the item's own price.`}
              placeholder={priceHint(item.priceMinor)}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
              maxLength={NUMBER_CHARS_MAX}
              value={priceText}
              error={price.ok ? null : price.error}
              onChange={(event) => setPriceText(event.currentTarget.value)}
            />
            {line === undefined && (
              <Text size="sm" c="dimmed">
                It goes into the basket with Done.
              </Text>
            )}
            <Group grow className="k-line-foot">
              {onRemove !== null && (
                <Button variant="default" size="lg" onClick={onRemove}>
                  Remove
                </Button>
              )}
              <Button type="submit" size="lg" disabled={quantity === null || !price.ok}>
                Done
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
