import { create } from 'zustand';

/** A sale that was just rung up on this device, for the sheet that shows it. */
export interface FinishedSale {
  saleId: number;
  finalMinor: number;
  currency: string;
  /** The change; null if no received amount was entered, or if the sale was not paid in cash. */
  changeMinor: number | null;
  /** The amount that is not paid yet. */
  owedMinor: number;
}

/** The finished sale that the sheet shows. It is here because it is neither in the database nor in the URL. */
export const useFinishedSale = create<{ sale: FinishedSale | null }>()(() => ({ sale: null }));

export const showFinishedSale = (sale: FinishedSale): void => useFinishedSale.setState({ sale });
export const closeFinishedSale = (): void => useFinishedSale.setState({ sale: null });
