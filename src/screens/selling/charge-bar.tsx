import { Button, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { counterAmount } from '../../ui/counter-amount.ts';

interface ChargeBarProps {
  itemCountHundredths: number;
  /** Null if the sum is too large to be counted. */
  finalMinor: number | null;
  currency: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Null while there is nothing to charge. */
  onCharge: (() => void) | null;
}

/** Longer texts are set smaller, so that the smallest phone cuts nothing off. */
const SHORT_CHARS_MAX = 15;

/** '3 items · UGX 13,200' opens the basket of a phone; 'Charge' takes the payment (R-CTR-20). */
export function ChargeBar({ itemCountHundredths, finalMinor, currency, isOpen, onToggle, onCharge }: ChargeBarProps) {
  const toPay = finalMinor === null ? '-' : counterAmount(finalMinor, currency);
  const Sign = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <Group className="k-charge-bar" wrap="nowrap" gap="xs">
      <Button
        variant="default"
        size="lg"
        px="xs"
        fz="sm"
        className="k-basket-toggle k-figures"
        data-long={toPay.length > SHORT_CHARS_MAX || undefined}
        aria-expanded={isOpen}
        rightSection={<Sign size={18} aria-hidden />}
        onClick={onToggle}
      >
        <span>
          {countText(itemCountHundredths)} · <span className="k-basket-sum">{toPay}</span>
        </span>
      </Button>
      <Button
        size="lg"
        className="k-charge"
        aria-label={`Charge ${toPay}`}
        disabled={onCharge === null}
        onClick={() => onCharge?.()}
      >
        <span>Charge</span> <span className="k-charge-amount">&nbsp;{toPay}</span>
      </Button>
    </Group>
  );
}

/** Counts items for the bar. A fraction counts as one more: 2.5 kg are 3 items. */
function countText(hundredths: number): string {
  const count = Math.ceil(hundredths / 100);
  return count === 1 ? '1 item' : `${count.toLocaleString('en')} items`;
}
