import { Button, Menu, Modal, SegmentedControl, Stack } from '@mantine/core';
import { IconBrandWhatsapp, IconPhoto, IconPrinter, IconShare } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dialled } from '../../../domain/phone.ts';
import { receiptOf } from '../../../domain/receipt.ts';
import { businessOf } from '../../../sync/store/live-reads.ts';
import { saved } from '../../app/save.ts';
import { lastPaper, rememberPaper } from '../../platform/receipt-paper.ts';
import { openWhatsApp, shareFile, type ShareResult, shareText } from '../../platform/share.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import '@mantine/core/styles/Menu.css';
import { type Paper, PAPERS, PrintSheet } from './print-sheet.tsx';
import type { ShownSale } from './read-sale.ts';
import './receipt.css';
import { LINK_CHARS_MAX, type ReceiptContent, receiptContent, receiptText } from './receipt-content.ts';
import { receiptImage } from './receipt-image.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

export interface ReceiptDialogProps {
  shown: ShownSale;
  currency: string;
  onClose: () => void;
}

const PAPER_LABELS: Record<Paper, string> = { '58': '58 mm', '80': '80 mm', a4: 'A4' };

const paperOf = (text: string | null): Paper => PAPERS.find((paper) => paper === text) ?? '80';

/**
 * The receipt, to be shown, printed and shared: from what this device holds, so that it is the same before the sale was
 * sent (R-SDET-25 to R-SDET-29, R-RCPT-01 to R-RCPT-20, M39, G44, G45).
 */
export function ReceiptDialog({ shown, currency, onClose }: ReceiptDialogProps) {
  const content = useReceiptContent(shown, currency);
  const { country } = useShop();
  const phone = shown.customer?.phone ?? null;
  const customerNumber = phone === null ? null : (dialled(phone, country ?? '')?.fromAbroad ?? null);
  const [paper, setPaper] = useState(() => paperOf(lastPaper(localStorage)));
  const { isCopy, print } = usePrinting(shown);
  if (content === null) return null;
  const sheet = <ReceiptSheet content={content} isCopy={isCopy} />;
  return (
    <Modal opened onClose={onClose} title="Receipt">
      <Stack>
        {/* A long one is scrolled with the keyboard too. */}
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
        <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={print}>
          Print Receipt
        </Button>
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

function useReceiptContent({ sale, customer, users, unitsByItem }: ShownSale, currency: string) {
  const { businessId } = useReplica();
  const { name, timeZone } = useShop();
  const row = useLive(async (database) => (await businessOf(database, businessId)) ?? null, [businessId]);
  return useMemo(() => {
    if (row === undefined) return null;
    // Until the row of the shop is here, signing in has told its name.
    const business = row ?? { name: name ?? '', address: '', phone: '', email: '' };
    const creator = users.get(sale.createdByUserId);
    const receipt = receiptOf(sale, { business, customer: customer ?? undefined, creator, currency, unitsByItem });
    return receiptContent(receipt, timeZone);
  }, [row, name, timeZone, sale, customer, users, unitsByItem, currency]);
}

/**
 * Prints, then notes it. What stands on the sheet is settled as printing starts: a preview that draws it anew while the
 * first one is noted must not make a copy of it.
 */
function usePrinting({ sale }: ShownSale) {
  const { run } = useReplica();
  const isNoted = useRef(false);
  const wasPrinted = sale.receiptPrint !== undefined;
  // How often it was asked for here, and what stands on the sheet of the last time.
  const [asked, setAsked] = useState({ count: 0, isCopy: wasPrinted });
  useLayoutEffect(() => {
    if (asked.count > 0) window.print();
  }, [asked.count]);
  const print = () => {
    // The sale's row may not be read anew yet when somebody prints a second time.
    setAsked(({ count }) => ({ count: count + 1, isCopy: wasPrinted || count > 0 }));
    if (wasPrinted || isNoted.current) return;
    isNoted.current = true;
    void saved(run('sale.printReceipt', () => ({ saleId: sale.id, orderId: sale.orderId }))).then((result) => {
      if (result.ok) return;
      isNoted.current = false;
      showFailure('Failed to note that the receipt was printed', result.reason);
    });
  };
  return { isCopy: asked.isCopy, print };
}

interface ShareMenuProps {
  saleId: number;
  content: ReceiptContent;
  /** Of the customer, where it is known (C-161). */
  number: string | null;
  image: () => Promise<Blob | null>;
}

/** R-SDET-26 to R-SDET-28. */
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

/** R-RCPT-17 to R-RCPT-20: who closed the sheet again meant to. */
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
