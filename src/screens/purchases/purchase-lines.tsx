import { Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PURCHASE_LINES_MAX } from '../../../domain/items/purchase.ts';
import { useItemRows } from '../../parts/item/item-picker.tsx';
import { ScanNote } from '../../parts/item/scan-note.tsx';
import { useCodeScan } from '../../parts/item/use-code-scan.ts';
import { AnotherLine } from '../../ui/form/line.tsx';
import { PurchaseLineFields } from './purchase-line-fields.tsx';
import type { PurchaseForm } from './use-purchase-form.ts';

export interface PurchaseLinesProps {
  purchase: Pick<PurchaseForm, 'draft' | 'itemsById' | 'currency' | 'errors' | 'lineActs' | 'addLine' | 'addScanned'>;
}

/** The lines of a purchase: groups named 'Line 1', 'Line 2' … with the same labels inside (R-PUR-09 to R-PUR-22). */
export function PurchaseLines({ purchase }: PurchaseLinesProps) {
  const { draft, itemsById, currency, errors, lineActs } = purchase;
  const [askedForKey, setAskedForKey] = useState<number | null>(null);
  const itemRows = useItemRows();
  const { answer } = useCodeScan({ add: purchase.addScanned });
  const isFull = draft.lines.length >= PURCHASE_LINES_MAX;
  return (
    <Stack>
      {draft.lines.map((line, index) => (
        <PurchaseLineFields
          key={line.key}
          number={index + 1}
          isOnlyLine={draft.lines.length === 1}
          line={line}
          item={(line.itemId === null ? undefined : itemsById.get(line.itemId)) ?? null}
          currency={currency}
          acts={lineActs}
          itemRows={itemRows}
          itemError={errors[`lines.${index}.itemId`] ?? null}
          quantityError={errors[`lines.${index}.quantityHundredths`] ?? null}
          unitCostError={errors[`lines.${index}.unitCostMinor`] ?? null}
          expiryError={errors[`lines.${index}.expiryDate`] ?? null}
          isJustAdded={line.key === askedForKey}
        />
      ))}
      {errors['lines'] !== undefined && <Input.Error role="alert">{errors['lines']}</Input.Error>}
      <AnotherLine isFull={isFull} onAdd={() => setAskedForKey(purchase.addLine())} />
      {answer !== null && <ScanNote answer={answer} />}
      {isFull && <Text c="dimmed">A purchase holds at most {PURCHASE_LINES_MAX} lines</Text>}
    </Stack>
  );
}
