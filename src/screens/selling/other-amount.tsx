import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { AMOUNT_TOO_LARGE, parseMinor, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { ITEM_NAME_CHARS_MAX } from '../../../domain/items/item.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { readTyped } from '../../parts/form/typed-number.ts';
import { enterGoesOn } from '../../ui/form/long-form.ts';
import { NumberPad } from './number-pad.tsx';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

interface OtherAmountProps {
  currency: string;
  isBusy: boolean;
  onAdd: (other: { name: string; priceMinor: number; priceText: string }) => void;
  onClose: () => void;
}

/** Sells something that is not in the catalogue: asks what it is, and what it costs (R-CTR-07). */
export function OtherAmount({ currency, isBusy, onAdd, onClose }: OtherAmountProps) {
  const [name, setName] = useState('');
  const [priceText, setPriceText] = useState('');
  const [refused, setRefused] = useState<{ text: string; sentence: string } | null>(null);
  const price = parseMinor(priceText);
  const isTooLarge = !price.ok && price.error === 'too_large';
  const error = isTooLarge ? AMOUNT_TOO_LARGE : refused?.text === priceText ? refused.sentence : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const refuse = (sentence: string) => setRefused({ text: priceText, sentence });
    if (isTooLarge) return;
    const typed = readTyped(priceText, 'Amount must be a positive number', { least: 1, max: PRICE_MINOR_MAX });
    if (!typed.ok) return refuse(typed.error);
    onAdd({ name: name.trim(), priceMinor: typed.value, priceText });
  };
  return (
    <FormDialog title="Other amount" isDirty={priceText !== '' || name.trim() !== ''} onClose={onClose}>
      {() => (
        <form noValidate onSubmit={submit} onKeyDown={enterGoesOn}>
          <Stack gap="sm">
            <TextInput
              label="Amount"
              description={`In ${currency}.`}
              data-autofocus
              inputMode="none"
              autoComplete="off"
              maxLength={NUMBER_CHARS_MAX}
              value={priceText}
              error={error}
              onChange={(event) => setPriceText(event.currentTarget.value)}
            />
            <NumberPad label="Number keys" onType={(next) => setPriceText(next)} />
            <TextInput
              label="Name"
              description="Optional: what it is, for the receipt."
              autoComplete="off"
              maxLength={ITEM_NAME_CHARS_MAX}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <div className="k-line-foot">
              <Button type="submit" size="lg" fullWidth loading={isBusy}>
                Add to the basket
              </Button>
            </div>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
