import { isCash } from '../../../domain/sales/payment-method.ts';
import { salePayments } from '../../../domain/sales/sale-payment.ts';
import { businessOf } from '../../../sync/store/live-reads.ts';
import { lineDrawer } from '../../platform/printer/draw-line.ts';
import type { PrintedLine } from '../../platform/printer/printed-line.ts';
import { type PrinterSettings, printerSettings } from '../../platform/printer/printer-settings.ts';
import { type SendResult, sendToPrinter } from '../../platform/printer/receipt-printer.ts';
import { useFinishedSale } from '../../state/finished-sale.ts';
import { receiptJob, setReceiptJob } from '../../state/receipt-job.ts';
import type { Replica } from '../../state/replica.tsx';
import type { Shop } from '../../state/shop.ts';
import { showFailure } from '../../state/toasts.ts';
import { CUT_SHORT, NOT_PRINTED, printerProblemSentence } from '../printer/printer-words.ts';
import { saved } from '../form/save.ts';
import { printedLines } from './printed-lines.ts';
import { readSale } from './read-sale.ts';
import { contentOf } from './receipt-of-sale.ts';

/*
 * Receipts on this device's own printer (decision 52). Fetched when somebody prints, or sells with a printer chosen.
 * The sale is saved before any of this begins, and whatever happens here changes nothing of it.
 */

export interface PrintPorts {
  replica: Replica;
  shop: Shop;
}

/** A tap sooner than this after the last one is the second tap of a double tap. */
const RESTS_MS = 1_500;

/** Sales of which a part may be on paper, even if the printer reported an error: the next print is a copy. */
const begunHere = new Set<number>();

export interface PrintOptions {
  /** True if a person has just tapped 'Print'. */
  mayAsk: boolean;
  opensDrawer?: boolean;
}

/** Prints the receipt of a sale. The result is in `useReceiptJob`. Never rejects. */
export async function printReceipt(ports: PrintPorts, saleId: number, options: PrintOptions): Promise<void> {
  const settings = printerSettings();
  const running = receiptJob();
  if (settings === null || (running?.saleId === saleId && running.phase !== 'failed')) return;
  // Only from the sheet of the sale: hours later nobody wants the drawer to open.
  const isOwed = running?.saleId === saleId && running.owesDrawer === true && isOnSheet(saleId);
  const opensDrawer = options.opensDrawer === true || (isOwed && settings.opensDrawer);
  setReceiptJob({ saleId, phase: 'printing', sentence: null });
  try {
    const result = await sendReceipt(ports, saleId, settings, { ...options, opensDrawer });
    if (result.ok) return rest(saleId);
    const sentences = [printerProblemSentence(result.problem), ...(result.wasBegun ? [CUT_SHORT] : [])];
    failed(saleId, sentences.join(' '), opensDrawer && !result.wasBegun);
  } catch {
    failed(saleId, 'The receipt could not be made ready for the printer.', opensDrawer && !begunHere.has(saleId));
  }
}

async function sendReceipt(
  ports: PrintPorts,
  saleId: number,
  settings: PrinterSettings,
  { mayAsk, opensDrawer = false }: PrintOptions,
): Promise<SendResult> {
  const bytes = async () => {
    const { database } = ports.replica;
    const shown = await readSale(database, saleId);
    if (shown === null) throw new Error('The sale is not on this device any more');
    const business = (await businessOf(database, ports.replica.businessId)) ?? null;
    const content = contentOf(shown, business, ports.shop);
    const isCopy = begunHere.has(saleId) || shown.sale.receiptPrint !== undefined;
    return await jobBytes(printedLines(content, isCopy), settings, opensDrawer);
  };
  const result = await sendToPrinter({ identity: settings.identity, bytes, mayAsk });
  if (result.ok || result.wasBegun) await notePrinted(ports, saleId);
  return result;
}

/** Encodes a job. The encoder is loaded on the first call. */
export async function jobBytes(
  lines: readonly PrintedLine[],
  { rollWidthMm }: PrinterSettings,
  opensDrawer: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const { receiptBytes } = await import('../../platform/printer/receipt-bytes.ts');
  return receiptBytes(lines, { rollWidthMm, opensDrawer }, lineDrawer());
}

/** Records that paper came out: every later receipt of this sale, on any device, is a copy (G44). */
async function notePrinted({ replica }: PrintPorts, saleId: number): Promise<void> {
  begunHere.add(saleId);
  const sale = (await readSale(replica.database, saleId))?.sale;
  if (sale === undefined || sale.receiptPrint !== undefined) return;
  const act = replica.run('sale.printReceipt', () => ({ saleId, orderId: sale.orderId }), null);
  const result = await saved(act);
  if (!result.ok) showFailure('Failed to note that the receipt was printed', result.reason);
}

/** True while the job that is shown is this sale's, not one that was begun after it. */
const isShown = (saleId: number): boolean => receiptJob()?.saleId === saleId;

/** True while the sheet after this sale is open. */
const isOnSheet = (saleId: number): boolean => useFinishedSale.getState().sale?.saleId === saleId;

function rest(saleId: number): void {
  if (!isShown(saleId)) return;
  const printed = { saleId, phase: 'printed', sentence: null } as const;
  setReceiptJob(printed);
  setTimeout(() => {
    if (receiptJob() === printed) setReceiptJob(null);
  }, RESTS_MS);
}

/** Reports a failure: on the sale's sheet if that is still open, else in a toast. */
function failed(saleId: number, sentence: string, owesDrawer: boolean): void {
  if (isShown(saleId)) setReceiptJob({ saleId, phase: 'failed', sentence, owesDrawer });
  if (isShown(saleId) && isOnSheet(saleId)) return;
  showFailure(NOT_PRINTED, `The sale is saved. ${sentence}`);
}

/** Prints the receipt and opens the drawer after a sale, if this device is set to do so (R-PRN-12, R-PRN-13). */
export async function printAfterSale(ports: PrintPorts, saleId: number): Promise<void> {
  const settings = printerSettings();
  if (settings === null) return;
  const sale = (await readSale(ports.replica.database, saleId))?.sale;
  if (sale === undefined) return;
  const opensDrawer =
    settings.opensDrawer &&
    salePayments(sale).some(({ paymentMethodName, amountMinor }) => isCash(paymentMethodName) && amountMinor > 0);
  if (settings.printsAfterSale) return await printReceipt(ports, saleId, { mayAsk: false, opensDrawer });
  if (!opensDrawer) return;
  const bytes = async () => await jobBytes([], settings, true);
  const result = await sendToPrinter({ identity: settings.identity, bytes, mayAsk: false });
  if (!result.ok)
    showFailure('The cash drawer did not open', `The sale is saved. ${printerProblemSentence(result.problem)}`);
}
