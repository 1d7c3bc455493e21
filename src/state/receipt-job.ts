import { create } from 'zustand';

/**
 * The state of the receipt that was last sent to this device's own printer. There is one job at a time, because a
 * printer has one roll.
 *
 *   printing ─► printed   the printer accepted all of it; the button is disabled for a moment
 *            └► failed    `sentence` says why; 'Try again'
 */
export interface ReceiptJob {
  saleId: number;
  phase: 'printing' | 'printed' | 'failed';
  sentence: string | null;
  /** True if the drawer was to open with this receipt and nothing of it was sent: the next try opens it. */
  owesDrawer?: boolean;
}

export const useReceiptJob = create<{ job: ReceiptJob | null }>()(() => ({ job: null }));

export const receiptJob = (): ReceiptJob | null => useReceiptJob.getState().job;
export const setReceiptJob = (job: ReceiptJob | null): void => useReceiptJob.setState({ job });
