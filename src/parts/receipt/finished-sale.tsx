import { Button, CloseButton, Group, SimpleGrid, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconPrinter, IconReceipt } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openWhatsApp } from '../../platform/share.ts';
import { closeFinishedSale, type FinishedSale } from '../../state/finished-sale.ts';
import { useLive } from '../../state/replica.tsx';
import { showFailure } from '../../state/toasts.ts';
import { counterAmount, withoutBreak } from '../../ui/counter-amount.ts';
import { useCodeScan } from '../item/use-code-scan.ts';
import { counterLink, paths } from '../paths.ts';
import { CancelledNote } from './cancelled-note.tsx';
import { DidItPrint } from './did-it-print.tsx';
import './finished-sale.css';
import { PrintSheet } from './print-sheet.tsx';
import { PrinterFailure } from './printer-failure.tsx';
import { readSale, type ShownSale } from './read-sale.ts';
import { LINK_CHARS_MAX, type ReceiptContent, receiptText } from './receipt-content.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { lastChosenPaper, type Printing, useCustomerNumber, useReceiptContent, usePrinting } from './use-receipt.ts';

/** The screens over which the sheet may be shown. On any other screen it closes. */
const STANDS_ON: ReadonlySet<string> = new Set([paths.counter, paths.sales]);

/**
 * Shown after a sale: the change, the receipt, and the next sale (R-CTR-27). It is no dialog: a tap on the next tile,
 * or a scan, begins the next sale and closes it.
 */
export function FinishedSaleSheet({ sale }: { sale: FinishedSale }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isOut = !STANDS_ON.has(pathname);
  // The form navigates to the list a moment after the sale is saved. The sheet waits for that, and this navigation does
  // not close it.
  const hasStood = useRef(false);
  useEffect(() => {
    if (!isOut) hasStood.current = true;
    else if (hasStood.current) closeFinishedSale();
  }, [isOut]);
  if (isOut) return null;
  const next = () => {
    closeFinishedSale();
    if (pathname !== paths.counter) void navigate(paths.newSale);
  };
  const { currency, changeMinor, owedMinor, finalMinor } = sale;
  const amount = (minor: number) => withoutBreak(counterAmount(minor, currency));
  return (
    <section className="k-finished k-arrives" aria-label="The sale is recorded" data-layer>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text className="k-figures">
            Sold for <strong>{amount(finalMinor)}</strong>
          </Text>
          {owedMinor > 0 && (
            <Text fw={600} className="k-figures">
              Not paid yet: {amount(owedMinor)}
            </Text>
          )}
        </div>
        <CloseButton aria-label="Close" onClick={closeFinishedSale} />
      </Group>
      {changeMinor !== null && changeMinor >= 0 && (
        <Text className="k-finished-change k-figures">Change {amount(changeMinor)}</Text>
      )}
      {pathname !== paths.counter && <ScanForNextSale />}
      <ReceiptActs saleId={sale.saleId} currency={currency} />
      <Button size="lg" fullWidth autoFocus onClick={next}>
        New sale
      </Button>
    </section>
  );
}

/** Begins the next sale at the counter with what is scanned, where the sheet does not stand over the counter itself. */
function ScanForNextSale() {
  const navigate = useNavigate();
  useCodeScan({
    add(item) {
      closeFinishedSale();
      void navigate(counterLink(item.id));
      return { isFound: true, sentence: item.name, item };
    },
    onAnswer: ({ isFound, sentence }) => {
      if (!isFound) showFailure(sentence);
    },
  });
  return null;
}

function ReceiptActs({ saleId, currency }: { saleId: number; currency: string }) {
  const shown = useLive((database) => readSale(database, saleId), [saleId]);
  return shown ? <ActsOfSale shown={shown} currency={currency} /> : <div className="k-finished-acts" />;
}

function ActsOfSale({ shown, currency }: { shown: ShownSale; currency: string }) {
  const content = useReceiptContent(shown, currency);
  const number = useCustomerNumber(shown);
  const [isShown, setShown] = useState(false);
  // The sheet is rendered to be printed: it replaces the whole page when the browser prints.
  const [isLaidOut, setLaidOut] = useState(false);
  const printing = usePrinting(shown);
  if (content === null) return <div className="k-finished-acts" />;
  const laidOut = (print: Printing['print']) => (tap?: Pick<MouseEvent, 'detail'>) => {
    setLaidOut(true);
    print(tap);
  };
  const showReceipt = () => {
    // Going on counts as 'paper came out' (X-TYPE-52): the next print of this receipt is a copy.
    printing.answer?.(true);
    // The browser prints every sheet that is in the document, and the receipt has its own.
    setLaidOut(false);
    setShown(true);
  };
  return (
    <>
      {shown.sale.status === 'cancelled' ? (
        <CancelledNote />
      ) : (
        <>
          <SimpleGrid cols={3} spacing="xs" className="k-finished-acts">
            <Act Icon={IconReceipt} label="Receipt" onClick={showReceipt} />
            <Act
              Icon={IconBrandWhatsapp}
              label="WhatsApp"
              onClick={() => openWhatsApp(receiptText(content, LINK_CHARS_MAX), number)}
            />
            <Act
              Icon={IconPrinter}
              label={printing.phase === null ? 'Print' : PRINT_WORDS[printing.phase]}
              isBusy={printing.phase !== null || printing.answer !== null}
              onClick={laidOut(printing.print)}
            />
          </SimpleGrid>
          <PrinterFailure printing={{ ...printing, printByDialog: laidOut(printing.printByDialog) }} />
          <DidItPrint answer={printing.answer} />
          {isLaidOut && <PrintLayout shown={shown} content={content} isCopy={printing.isCopy} />}
        </>
      )}
      {isShown && <ReceiptDialog shown={shown} currency={currency} onClose={() => setShown(false)} />}
    </>
  );
}

interface PrintLayoutProps {
  shown: ShownSale;
  content: ReceiptContent;
  isCopy: boolean;
}

/** The layout that the print dialog prints instead of the page. */
function PrintLayout({ shown, content, isCopy }: PrintLayoutProps) {
  return (
    <PrintSheet title={`Receipt-${shown.sale.id}`} paper={lastChosenPaper()}>
      <ReceiptSheet content={content} isCopy={isCopy} />
    </PrintSheet>
  );
}

const PRINT_WORDS = { printing: 'Printing', printed: 'Printed' } as const;

interface ActProps {
  Icon: typeof IconReceipt;
  label: string;
  isBusy?: boolean;
  onClick: (tap: Pick<MouseEvent, 'detail'>) => void;
}

function Act({ Icon, label, isBusy = false, onClick }: ActProps) {
  return (
    <Button
      variant="default"
      px={4}
      fz="sm"
      leftSection={<Icon size={20} aria-hidden />}
      // It keeps the focus: a disabled button would lose it.
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {label}
    </Button>
  );
}
