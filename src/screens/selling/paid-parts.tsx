import { Button, CloseButton, Group, Input, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isCredit } from '../../../domain/sales/payment-method.ts';
import { typedTransactionOf } from '../../parts/payment/draft-payment.ts';
import { readTyped, sumOf, typedAmount } from '../../parts/form/typed-number.ts';
import { hasRoomForPart, moneyMethodsOf } from './draft-payments.ts';
import { addPart, removePart, type SaleDraft } from './sale-draft.ts';
import type { ChangeDraft, SaleForm } from './use-sale-form.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

interface PaidPartsProps {
  draft: SaleDraft;
  /** Formats an amount as the view around it does. */
  format: (minor: number) => string;
  error: string | null;
  change: ChangeDraft;
}

/** The parts paid by other methods (R-CTR-24); renders nothing when there are none. */
export function PaidParts({ draft: { parts }, format, error, change }: PaidPartsProps) {
  if (parts.length === 0) return null;
  return (
    <div>
      <ul className="k-plain-list" aria-label="Paid so far">
        {parts.map(({ key, amountMinor, paymentMethodName, transactionId }) => (
          <li key={key}>
            <Group wrap="nowrap" gap="xs">
              <Text component="span" className="k-grow k-breakable">
                {paymentMethodName ?? 'Cash'}
                {transactionId.trim() === '' ? '' : ` · ${transactionId.trim()}`}
              </Text>
              <Text component="span" fw={600} className="k-figures">
                {format(amountMinor)}
              </Text>
              <CloseButton
                aria-label={`Remove the payment by ${paymentMethodName ?? 'Cash'}`}
                onClick={() => change((draft) => ({ parts: removePart(draft.parts, key) }))}
              />
            </Group>
          </li>
        ))}
      </ul>
      {error !== null && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}

/** True when a part of the sale may be paid by the chosen method and the rest by another one. */
export const maySplit = ({
  draft,
  payment: { chosen, methods, status },
}: Pick<SaleForm, 'draft' | 'payment'>): boolean =>
  status === 'completed' && chosen !== null && !isCredit(chosen.name) && hasRoomForPart(draft, methods);

/** True if an amount is typed that was not added as a part yet. */
export const isPartTyped = ({ partText }: Pick<SaleDraft, 'partText'>): boolean => (partText ?? '').trim() !== '';
const NO_AMOUNT = 'Amount must be a positive number';
const PART_NOT_ADDED = 'This amount is not added yet. Tap Add, or clear it.';

/** Adds the typed amount as a part by the chosen method. `wrong`: the text that was not added, and why. */
function useAddPart({ draft, change, payment, findDuplicate }: SaleForm, due: number) {
  const adding = useOneAtATime();
  const [wrong, setWrong] = useState<{ text: string; sentence: string } | null>(null);
  const { chosen, methods } = payment;
  const add = (text: string) => {
    const typed = readTyped(text, NO_AMOUNT, { least: 1 });
    if (!typed.ok) return setWrong({ text, sentence: typed.error });
    const amountMinor = typed.value;
    if (amountMinor >= due) return setWrong({ text, sentence: 'This is all that is due. Use Create sale.' });
    const hasTransactionId = typedTransactionOf(draft.transactionId, payment).methodName !== null;
    const part = {
      amountMinor,
      paymentMethodId: chosen?.id ?? null,
      paymentMethodName: chosen?.name ?? null,
      transactionId: hasTransactionId ? draft.transactionId : '',
    };
    adding.start(async () => {
      // X-TYPE-36: the sentence stands at the field of the ID, with the button that accepts it.
      if (part.transactionId.trim() !== '' && (await findDuplicate()) !== null) return;
      change(({ parts }) => ({
        parts: addPart(parts, part),
        paymentMethodId: moneyMethodsOf(methods).find(({ id }) => id !== part.paymentMethodId)?.id ?? null,
        ...{ transactionId: '', receivedText: '', partText: null },
      }));
      setWrong(null);
    });
  };
  return { wrong, add };
}

interface AnotherMethodProps {
  sale: SaleForm;
  due: number;
  /** How often the typed amount has held something up, because it was not added. */
  refusedCount: number;
}

/** Adds a part paid by the chosen method, so that the rest can be paid by another one (R-CTR-24). */
export function AnotherMethod({ sale, due, refusedCount }: AnotherMethodProps) {
  const { draft, change, payment, currency } = sale;
  const amountText = draft.partText;
  const setAmountText = (partText: string | null) => change({ partText });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusedCount > 0) field.current?.focus();
  }, [refusedCount]);
  const { wrong, add } = useAddPart(sale, due);
  const { chosen } = payment;
  if (chosen === null || !maySplit(sale)) return null;

  const start = () => {
    const typedMinor = payment.takesCash ? sumOf(draft.receivedText) : 0;
    // The amount that was already entered becomes the part.
    if (typedMinor > 0 && typedMinor < due) return add(typedAmount(typedMinor));
    setAmountText('');
  };

  if (amountText === null)
    return (
      <Button variant="subtle" px="xs" fz="sm" onClick={start}>
        Add another method
      </Button>
    );
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" w="100%">
      <TextInput
        ref={field}
        className="k-grow"
        label={`Amount by ${chosen.name}`}
        description={`In ${currency}. The rest stays due.`}
        autoFocus
        // Cash has its own number pad; the phone's keyboard would cover it.
        inputMode={payment.takesCash ? 'none' : 'decimal'}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={NUMBER_CHARS_MAX}
        value={amountText}
        error={
          wrong?.text === amountText ? wrong.sentence : refusedCount > 0 && isPartTyped(draft) ? PART_NOT_ADDED : null
        }
        onChange={(event) => setAmountText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add(amountText);
        }}
      />
      <Button variant="default" onClick={() => add(amountText)}>
        Add
      </Button>
      <CloseButton aria-label="Leave out this amount" onClick={() => setAmountText(null)} />
    </Group>
  );
}
