import { Button } from '@mantine/core';
import { useState } from 'react';
import { sumMinor } from '../../../domain/money.ts';
import { counterAmount } from '../../ui/counter-amount.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { isDraftDirty } from './sale-draft.ts';
import type { SaleForm } from './use-sale-form.ts';

/** Empties the basket after a question: the lines, and all that was set for this sale (R-CTR-29). */
export function ClearBasket({ sale, onCleared }: { sale: SaleForm; onCleared: () => void }) {
  const { draft, currency } = sale;
  const [isAsking, setAsking] = useState(false);
  const paidMinor = sumMinor(draft.parts.map(({ amountMinor }) => amountMinor));
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        fz="sm"
        aria-label="Clear basket"
        disabled={!isDraftDirty(draft)}
        onClick={() => setAsking(true)}
      >
        Clear
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Clear the basket?"
        message={
          paidMinor > 0
            ? `Nothing is sold. ${counterAmount(paidMinor, currency)} was paid for it: give that back first.`
            : 'All that is in it is taken out, and nothing is sold.'
        }
        confirmLabel="Clear basket"
        cancelLabel="Keep it"
        isDestructive
        onConfirm={() => {
          setAsking(false);
          sale.startAgain();
          onCleared();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
