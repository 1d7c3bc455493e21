import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dialled } from '../../../domain/text/phone.ts';
import { businessOf } from '../../../sync/store/live-reads.ts';
import { usePrinterSettings } from '../../platform/printer/printer-settings.ts';
import { lastPaper } from '../../platform/receipt-paper.ts';
import { firstPaperOf, setFirstPaper, useFirstPapers } from '../../state/first-papers.ts';
import { useReceiptJob } from '../../state/receipt-job.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure } from '../../state/toasts.ts';
import { NOT_PRINTED } from '../printer/printer-words.ts';
import { saved } from '../form/save.ts';
import { type Paper, PAPERS } from './print-sheet.tsx';
import type { ShownSale } from './read-sale.ts';
import { contentOf } from './receipt-of-sale.ts';

/* Hooks for showing a receipt: its content, its paper, and printing that is recorded. */

/** The paper size that was last chosen on this device. */
export const lastChosenPaper = (): Paper => PAPERS.find((paper) => paper === lastPaper(localStorage)) ?? '80';

/** Returns the customer's number for WhatsApp, if it is known (C-161). */
export function useCustomerNumber({ customer }: ShownSale): string | null {
  const { country } = useShop();
  const phone = customer?.phone ?? null;
  return phone === null ? null : (dialled(phone, country ?? '')?.fromAbroad ?? null);
}

/** Returns the content of a sale's receipt; null until this device's rows are read. */
export function useReceiptContent(shown: ShownSale, currency: string) {
  const { businessId } = useReplica();
  const shop = useShop();
  const row = useLive(async (database) => (await businessOf(database, businessId)) ?? null, [businessId]);
  return useMemo(
    () => (row === undefined ? null : contentOf(shown, row, shop, currency)),
    [row, shop, shown, currency],
  );
}

/** Part of a browser's click event. `detail` is 2 for the second tap of a double tap. */
type Tap = Pick<MouseEvent, 'detail'>;

export interface Printing {
  /** Whether the printed sheet is marked as a copy. */
  isCopy: boolean;
  /** Prints on this device's own printer if it has one, else with the print dialog. */
  print: (tap?: Tap) => void;
  printByDialog: (tap?: Tap) => void;
  /** Null if the device has no printer of its own, or if it has printed nothing of this sale. */
  phase: 'printing' | 'printed' | null;
  /** Why the printer did not print it. */
  failure: string | null;
  /** Call it with the answer whether paper came out; null while there is nothing to ask (X-TYPE-52). */
  answer: ((didPrint: boolean) => void) | null;
}

/** Prints the receipt of a sale, and records that it was printed. */
export function usePrinting(shown: ShownSale): Printing {
  const { id } = shown.sale;
  const replica = useReplica();
  const shop = useShop();
  const hasPrinter = usePrinterSettings(({ settings }) => settings !== null);
  const job = useReceiptJob((state) => (state.job?.saleId === id ? state.job : null));
  const dialog = useDialogPrinting(shown);
  const printHere = () => {
    import('./print-receipt.ts')
      .then(({ printReceipt }) => printReceipt({ replica, shop }, id, { mayAsk: true }))
      .catch(() => showFailure(NOT_PRINTED, 'The sale is saved. What prints could not be loaded.'));
  };
  return {
    isCopy: dialog.isCopy,
    print: hasPrinter ? printHere : dialog.print,
    printByDialog: dialog.print,
    phase: !hasPrinter || job === null || job.phase === 'failed' ? null : job.phase,
    failure: hasPrinter && dialog.answer === null ? (job?.sentence ?? null) : null,
    answer: dialog.answer,
  };
}

/**
 * Opens the print dialog. No browser reports whether paper came out: after the first print the person is asked, and it
 * is recorded with their 'Yes', or as they leave (X-TYPE-52). Whether the sheet is a copy is decided as printing
 * starts: a preview that renders again while the first print is being recorded must not turn it into a copy.
 */
function useDialogPrinting({ sale }: ShownSale) {
  const { id } = sale;
  const { run } = useReplica();
  const isAsking = useFirstPapers(({ papers }) => papers.get(id) === 'unanswered');
  const wasPrinted = sale.receiptPrint !== undefined;
  // How often the receipt was printed here, and whether the last sheet was a copy.
  const [asked, setAsked] = useState({ count: 0, isCopy: wasPrinted });
  useLayoutEffect(() => {
    // A browser prints what is in the document at this moment. The sheet renders again in layout effects, as it enters
    // the document and as it is measured. React ends with these before the next microtask.
    if (asked.count > 0) queueMicrotask(() => window.print());
  }, [asked.count]);
  useEffect(() => {
    if (wasPrinted) setFirstPaper(id, null);
  }, [wasPrinted, id]);
  const isGone = useRef(false);
  const answer = (didPrint: boolean) => {
    if (firstPaperOf(id) !== 'unanswered') return;
    setFirstPaper(id, didPrint && !wasPrinted ? 'noting' : null);
    if (!didPrint || wasPrinted) return;
    void saved(run('sale.printReceipt', () => ({ saleId: id, orderId: sale.orderId }), null)).then((result) => {
      setFirstPaper(id, result.ok && !isGone.current ? 'noted' : null);
      if (!result.ok) showFailure('Failed to note that the receipt was printed', result.reason);
    });
  };
  const leave = useEffectEvent(() => {
    isGone.current = true;
    answer(true);
    // Later views of this sale read from its row that it was printed.
    if (firstPaperOf(id) === 'noted') setFirstPaper(id, null);
  });
  useEffect(() => {
    isGone.current = false;
    return () => leave();
  }, []);
  const print = (tap?: Tap) => {
    const firstPaper = firstPaperOf(id);
    const isUnanswered = firstPaper === 'unanswered' && !wasPrinted;
    if (isUnanswered || (tap !== undefined && tap.detail > 1)) return;
    // The live query may not have the changed row yet when the receipt is printed a second time.
    const isFirst = firstPaper === null && !wasPrinted;
    setAsked(({ count }) => ({ count: count + 1, isCopy: !isFirst }));
    if (isFirst) setFirstPaper(id, 'unanswered');
  };
  return { isCopy: asked.isCopy, print, answer: isAsking && !wasPrinted ? answer : null };
}
