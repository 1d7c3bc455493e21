import { Button, Group, Stack, Text } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { SALE_LINES_MAX } from '../../../domain/sales/sale.ts';
import { hasCamera, openBarcodeReader } from '../../platform/barcode-reader.ts';
import { CameraScanner } from '../../ui/scan/camera-scanner.tsx';
import { AnotherLine } from '../../ui/form/line.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import type { DraftErrors } from './draft-sale.ts';
import { useItemRows } from '../../parts/item/item-picker.tsx';
import { ScanNote } from '../../parts/item/scan-note.tsx';
import { addLine, type SaleDraft } from './sale-draft.ts';
import { stockWarnings } from './sale-figures.ts';
import { SaleLineFields } from './sale-line-fields.tsx';
import { useScan } from './use-scan.ts';
import type { LineActs } from './line-acts.ts';
import type { ChangeDraft } from './use-sale-form.ts';

export interface SaleLinesProps {
  draft: SaleDraft;
  itemsById: ReadonlyMap<number, Item>;
  currency: string;
  errors: Pick<DraftErrors, 'itemByLine' | 'quantityByLine' | 'priceByLine'>;
  change: ChangeDraft;
  lineActs: LineActs;
  isSavingNow: () => boolean;
}

/** The lines of the sale: groups named 'Line 1', 'Line 2' … with the same labels inside (R-SNEW-03 to R-SNEW-06). */
export function SaleLines(props: SaleLinesProps) {
  const { draft, itemsById, currency, errors, change, lineActs, isSavingNow } = props;
  const [askedForKey, setAskedForKey] = useState<number | null>(null);
  const itemRows = useItemRows();
  const warnings = stockWarnings(draft, itemsById);
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
          currency={currency}
          acts={lineActs}
          itemRows={itemRows}
          warning={warnings.get(line.key) ?? null}
          itemError={errors.itemByLine.get(line.key) ?? null}
          quantityError={errors.quantityByLine.get(line.key) ?? null}
          priceError={errors.priceByLine.get(line.key) ?? null}
          isJustAdded={line.key === askedForKey}
        />
      ))}
      <MoreItems draft={draft} change={change} lineActs={lineActs} isSavingNow={isSavingNow} onAdd={add} />
    </Stack>
  );
}

interface MoreItemsProps extends Pick<SaleLinesProps, 'draft' | 'change' | 'lineActs' | 'isSavingNow'> {
  onAdd: () => void;
}

/** Adds a line: by hand, with a scanner that types like a keyboard, or with the camera. */
function MoreItems({ draft, change, lineActs, isSavingNow, onAdd }: MoreItemsProps) {
  const [isCameraOpen, setCameraOpen] = useState(false);
  const { scan, answer } = useScan({ draft, change, lineActs, isSavingNow });
  const isFull = draft.lines.length >= SALE_LINES_MAX;
  return (
    <>
      <Group wrap="nowrap" gap="sm">
        <AnotherLine flex={1} isFull={isFull} onAdd={onAdd} />
        {hasCamera() && (
          <Button
            variant="default"
            flex="none"
            leftSection={<IconScan size={20} aria-hidden />}
            onClick={() => setCameraOpen(true)}
          >
            Scan
          </Button>
        )}
      </Group>
      {isFull && <Text c="dimmed">A sale holds at most {SALE_LINES_MAX} lines</Text>}
      {answer !== null && !isCameraOpen && <ScanNote answer={answer} />}
      {isCameraOpen && (
        <CameraScanner
          openReader={openBarcodeReader}
          readerMissing={offlineText('load the scanner, once')}
          onCode={async (code) => (await scan(code)).sentence}
          onClose={() => setCameraOpen(false)}
        />
      )}
    </>
  );
}
