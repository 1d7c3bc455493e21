import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { itemsByIds } from '../../../sync/store/live-reads.ts';
import type { Label, LabelPaper } from '../../platform/labels/label-paper.ts';
import type { PrinterSettings } from '../../platform/printer/printer-settings.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { giveCodes } from './give-codes.ts';
import { type LabelOptions, labelOf } from './label-content.ts';
import type { ShownLine } from './label-lines.ts';

/** The pages for the print dialog; each new object prints once. */
export interface DialogPages {
  labels: readonly Label[];
  paper: LabelPaper;
  startAt: number;
}

/** Labels that are being sent to this device's own printer, or that could not all be sent. */
export interface RollJob {
  labels: readonly Label[];
  paper: LabelPaper & { kind: 'roll' };
  sentCount: number;
  /** Why the job ended early; null while it runs, and if a person stopped it. */
  failure: string | null;
  isGoingOn: boolean;
}

export interface PrintRequest {
  lines: readonly ShownLine[];
  options: LabelOptions;
  startAt: number;
  /** null for the print dialog. */
  printer: PrinterSettings | null;
}

export interface LabelPrinting {
  isBusy: boolean;
  pages: DialogPages | null;
  job: RollJob | null;
  print: (request: PrintRequest) => void;
  /** Sends the labels that are left of the job. */
  goOn: (printer: PrinterSettings) => void;
  /** Prints the labels that are left by the print dialog. */
  goOnByDialog: () => void;
  stop: () => void;
}

/**
 * Gives codes to items without one, then prints. The labels are made from the items' rows after that.
 * @param onPrinted called when the print dialog has them, or this device's printer all of them
 */
export function usePrintLabels(onPrinted: () => void): LabelPrinting {
  const replica = useReplica();
  const saving = useOneAtATime();
  const [pages, setPages] = useState<DialogPages | null>(null);
  const [job, setJob] = useState<RollJob | null>(null);
  const isStopped = useRef(false);
  usePrintDialog(pages);
  useEffect(() => {
    isStopped.current = false;
    return () => void (isStopped.current = true);
  }, []);

  const send = async (before: RollJob, printer: PrinterSettings) => {
    isStopped.current = false;
    let now: RollJob = { ...before, failure: null, isGoingOn: true };
    const tell = (part: Partial<RollJob>) => setJob((now = { ...now, ...part }));
    tell({});
    try {
      const { sendLabels } = await import('./send-labels.ts');
      const { labels, paper, sentCount } = before;
      const options = { printer, paper, sentCount, isStopped: () => isStopped.current };
      const sent = await sendLabels(labels, { ...options, onSent: (count) => tell({ sentCount: count }) });
      const isWhole = sent.sentCount === labels.length;
      if (!isWhole) return tell({ sentCount: sent.sentCount, failure: sent.sentence, isGoingOn: false });
      onPrinted();
      showSuccess('The labels were sent to the printer');
      setJob(null);
    } catch {
      tell({ failure: 'The labels could not be made ready for the printer.', isGoingOn: false });
    }
  };

  const printNow = async ({ lines, options, startAt, printer }: PrintRequest, act: string) => {
    const ids = lines.map(({ item }) => item.id);
    const given = await giveCodes(replica, ids, act);
    if (given.givenCount > 0) showSuccess(codesGiven(given.givenCount));
    if (!given.ok) return showFailure('The labels were not printed', given.reason ?? 'Not every item got its code.');
    const labels = await labelsOf(replica.database, lines, options);
    const { paper } = options;
    if (printer === null || paper.kind === 'sheet') {
      onPrinted();
      return setPages({ labels, paper, startAt });
    }
    await send({ labels, paper, sentCount: 0, failure: null, isGoingOn: true }, printer);
  };

  /**
   * Starts a print; only one runs at a time. Each start is a new act, so that an item whose code was removed meanwhile
   * gets one again.
   */
  const start = (work: (act: string) => Promise<void>) =>
    saving.start(async () => {
      await work(saving.act);
      saving.goOn();
    });
  return {
    ...{ isBusy: saving.isBusy, pages, job },
    print(request) {
      setJob(null);
      start((act) => printNow(request, act));
    },
    goOn: (printer) => start(async () => void (job !== null && (await send(job, printer)))),
    goOnByDialog() {
      if (job !== null) setPages({ labels: job.labels.slice(job.sentCount), paper: job.paper, startAt: 1 });
      onPrinted();
      setJob(null);
    },
    stop: () => void (isStopped.current = true),
  };
}

/** Returns the labels of the lines, from the items as they are now. */
async function labelsOf(database: ShopDatabase, lines: readonly ShownLine[], options: LabelOptions): Promise<Label[]> {
  const found = await itemsByIds(
    database,
    lines.map(({ item }) => item.id),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  return lines.flatMap(({ item, count }) =>
    Array.from({ length: count ?? 0 }, () => labelOf(rows.get(item.id) ?? item, options)),
  );
}

/** Opens the print dialog for each new object with pages. */
function usePrintDialog(pages: DialogPages | null): void {
  useLayoutEffect(() => {
    // A browser prints what is in the document at this moment. The pages enter it in a layout effect of their own, with
    // which React ends before the next microtask.
    if (pages !== null) queueMicrotask(() => window.print());
  }, [pages]);
}

const codesGiven = (count: number): string =>
  count === 1 ? 'One item got a code of your shop' : `${count} items got a code of your shop`;
