import { create } from 'zustand';

/** A sale that was just rung up on this device, for the sheet that says so. */
export interface FinishedSale {
  saleId: number;
  finalMinor: number;
  currency: string;
  /** The change; null when no amount received was entered, or it was not paid in cash. */
  changeMinor: number | null;
  /** The part that is not paid yet. */
  owedMinor: number;
}

/** The sheet stands over the counter, or over the list of sales; no database and no address holds it. */
export const useFinishedSale = create<{ sale: FinishedSale | null }>()(() => ({ sale: null }));

export const showFinishedSale = (sale: FinishedSale): void => useFinishedSale.setState({ sale });
export const closeFinishedSale = (): void => useFinishedSale.setState({ sale: null });
