import { Button, Menu, Modal, SegmentedControl, Stack } from '@mantine/core';
import { IconBrandWhatsapp, IconPhoto, IconPrinter, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { usePrinterSettings } from '../../platform/printer/printer-settings.ts';
import { rememberPaper } from '../../platform/receipt-paper.ts';
import { openWhatsApp, shareFile, type ShareResult, shareText } from '../../platform/share.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import '@mantine/core/styles/Menu.css';
import { CancelledNote } from './cancelled-note.tsx';
import { DidItPrint } from './did-it-print.tsx';
import { type Paper, PAPERS, PrintSheet } from './print-sheet.tsx';
import { PrinterFailure } from './printer-failure.tsx';
import type { ShownSale } from './read-sale.ts';
import './receipt.css';
import { LINK_CHARS_MAX, type ReceiptContent, receiptText } from './receipt-content.ts';
import { receiptImage } from './receipt-image.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { lastChosenPaper, useCustomerNumber, useReceiptContent, usePrinting } from './use-receipt.ts';

export interface ReceiptDialogProps {
  shown: ShownSale;
  currency: string;
  onClose: () => void;
}

const PAPER_LABELS: Record<Paper, string> = { '58': '58 mm', '80': '80 mm', a4: 'A4' };

/**
 * The receipt, to be shown, printed and shared: from what this device holds, so that it is the same before the sale was
 * sent (R-SDET-25 to R-SDET-29, R-RCPT-01 to R-RCPT-20, M39, G44, G45).
 */
export function ReceiptDialog({ shown, currency, onClose }: ReceiptDialogProps) {
  const content = useReceiptContent(shown, currency);
  const customerNumber = useCustomerNumber(shown);
  const [paper, setPaper] = useState(lastChosenPaper);
  const hasPrinter = usePrinterSettings(({ settings }) => settings !== null);
  const printing = usePrinting(shown);
  const { isCopy, phase, answer } = printing;
  const isBusy = phase !== null || answer !== null;
  if (content === null) return null;
  if (shown.sale.status === 'cancelled')
    return (
      <Modal opened onClose={onClose} title="Receipt">
        <CancelledNote />
      </Modal>
    );
  const sheet = <ReceiptSheet content={content} isCopy={isCopy} />;
  return (
    <Modal opened onClose={onClose} title="Receipt">
      <Stack>
        {/* Focusable, so that a long receipt can be scrolled with the keyboard. */}
        <div className="k-receipt-paper" data-paper={paper} role="region" aria-label="Preview" tabIndex={0}>
          {sheet}
        </div>
        <SegmentedControl
          fullWidth
          aria-label="Paper"
          data={PAPERS.map((value) => ({ value, label: PAPER_LABELS[value] }))}
          value={paper}
          onChange={(value) => {
            setPaper(value);
            rememberPaper(localStorage, value);
          }}
        />
        <PrinterFailure printing={printing} />
        <Button
          leftSection={<IconPrinter size={20} aria-hidden />}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : printing.print}
        >
          {phase === null ? 'Print Receipt' : phase === 'printing' ? 'Printing' : 'Printed'}
        </Button>
        <DidItPrint answer={answer} />
        {hasPrinter && answer === null && printing.failure === null && (
          <Button variant="subtle" onClick={printing.printByDialog}>
            Use another printer
          </Button>
        )}
        <ShareMenu
          saleId={shown.sale.id}
          content={content}
          number={customerNumber}
          image={() => receiptImage(content, isCopy)}
        />
      </Stack>
      <PrintSheet title={titleOf(shown.sale.id)} paper={paper}>
        {sheet}
      </PrintSheet>
    </Modal>
  );
}

const titleOf = (saleId: number): string => `Receipt-${saleId}`;

interface ShareMenuProps {
  saleId: number;
  content: ReceiptContent;
  /** The customer's phone number, if it is known (C-161). */
  number: string | null;
  image: () => Promise<Blob | null>;
}

/** The buttons under the receipt (R-SDET-26 to R-SDET-28). */
function ShareMenu({ saleId, content, number, image }: ShareMenuProps) {
  const sharing = useOneAtATime();
  const shareImage = async (): Promise<ShareResult> => {
    const blob = await image();
    return blob === null ? 'failed' : await shareFile(new File([blob], `${titleOf(saleId)}.png`, { type: blob.type }));
  };
  const start = (share: () => Promise<ShareResult>) => sharing.start(async () => tellShared(await share()));
  return (
    <Menu position="top-start" width="target" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare size={20} aria-hidden />} loading={sharing.isBusy}>
          Share
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          className="k-menu-item"
          onClick={() => openWhatsApp(receiptText(content, LINK_CHARS_MAX), number)}
        >
          WhatsApp
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPhoto size={20} aria-hidden />}
          className="k-menu-item"
          onClick={() => start(shareImage)}
        >
          Image
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShare size={20} aria-hidden />}
          className="k-menu-item"
          onClick={() => start(() => shareText(titleOf(saleId), receiptText(content)))}
        >
          Other
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shares the receipt (R-RCPT-17 to R-RCPT-20). Closing the share sheet without sharing is no failure. */
function tellShared(result: ShareResult): void {
  switch (result) {
    case 'shared':
      return showSuccess('Shared successfully', 'The receipt was shared successfully.');
    case 'saved':
      return showSuccess('Image saved', 'The receipt is among your downloads.');
    case 'unsupported':
      return showFailure(
        'Sharing not supported',
        "Your device doesn't support the Web Share API. Try using WhatsApp sharing instead.",
      );
    case 'failed':
      return showFailure('Error sharing', 'There was an error sharing the receipt.');
    case 'aborted':
      return undefined;
  }
}
