import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { SALE_LINES_MAX } from '../../../domain/sale.ts';
import { useItemRows } from './item-picker.tsx';
import { addLine, stockWarnings } from './sale-draft.ts';
import { SaleLineFields } from './sale-line-fields.tsx';
import type { SaleForm } from './use-sale-form.ts';

/** The lines of the sale: groups named 'Line 1', 'Line 2' … with the same labels inside (R-SNEW-03 to R-SNEW-06). */
export function SaleLines({ sale }: { sale: SaleForm }) {
  const { draft, change, itemsById, errors } = sale;
  const [askedForKey, setAskedForKey] = useState<number | null>(null);
  const itemRows = useItemRows();
  const warnings = stockWarnings(draft, itemsById);
  const isFull = draft.lines.length >= SALE_LINES_MAX;

  const add = () => {
    const lines = addLine(draft.lines);
    setAskedForKey(lines.at(-1)?.key ?? null);
    change({ lines });
  };

  return (
    <Stack>
      {draft.lines.map((line, index) => (
        <SaleLineFields
          key={line.key}
          number={index + 1}
          isOnlyLine={draft.lines.length === 1}
          line={line}
          item={(line.itemId === null ? undefined : itemsById.get(line.itemId)) ?? null}
          currency={sale.currency}
          acts={sale.lineActs}
          itemRows={itemRows}
          warning={warnings.get(line.key) ?? null}
          itemError={errors.itemByLine.get(line.key) ?? null}
          priceError={errors.priceByLine.get(line.key) ?? null}
          isJustAdded={line.key === askedForKey}
        />
      ))}
      <Button
        variant="default"
        fullWidth
        disabled={isFull}
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={add}
      >
        Another item
      </Button>
      {isFull && <Text c="dimmed">A sale holds at most {SALE_LINES_MAX} lines</Text>}
    </Stack>
  );
}
