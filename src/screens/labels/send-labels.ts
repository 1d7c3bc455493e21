import type { Label, LabelPaper } from '../../platform/labels/label-paper.ts';
import { lineDrawer } from '../../platform/printer/draw-line.ts';
import type { PrinterSettings } from '../../platform/printer/printer-settings.ts';
import { sendToPrinter } from '../../platform/printer/receipt-printer.ts';
import { CUT_SHORT, printerProblemSentence } from '../../parts/printer/printer-words.ts';

/** The labels of one print job. If the paper ends, at most so many are printed twice. */
const LABELS_PER_JOB = 10;

export interface SentLabels {
  /** The number of labels in jobs that the printer accepted completely. */
  sentCount: number;
  /** Why not all were sent; null if all were, or if a person stopped it. */
  sentence: string | null;
}

export interface SendOptions {
  printer: PrinterSettings;
  paper: LabelPaper & { kind: 'roll' };
  /** The number of labels that were sent before. */
  sentCount: number;
  isStopped: () => boolean;
  onSent: (sentCount: number) => void;
}

/** Sends labels to this device's own printer. Call it in a tap: the browser may have to ask for permission. */
export async function sendLabels(labels: readonly Label[], options: SendOptions): Promise<SentLabels> {
  const { printer, paper, isStopped, onSent } = options;
  const { labelBytes } = await import('../../platform/printer/label-bytes.ts');
  const draw = lineDrawer();
  let { sentCount } = options;
  for (let isFirst = true; sentCount < labels.length && !isStopped(); isFirst = false) {
    const part = labels.slice(sentCount, sentCount + LABELS_PER_JOB);
    const isLast = sentCount + part.length === labels.length;
    const { rollWidthMm, heightMm } = paper;
    const result = await sendToPrinter({
      identity: printer.identity,
      bytes: async () => labelBytes(part, { rollWidthMm, heightMm, isLast }, draw),
      mayAsk: isFirst,
    });
    if (!result.ok) {
      const problem = printerProblemSentence(result.problem);
      return { sentCount, sentence: result.wasBegun ? `${problem} ${CUT_SHORT}` : problem };
    }
    sentCount += part.length;
    onSent(sentCount);
  }
  return { sentCount, sentence: null };
}
