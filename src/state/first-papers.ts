import { create } from 'zustand';

/**
 * The first receipts that the print dialog printed in this browser page, by sale, until the sale's own row says that it
 * was printed (X-TYPE-52). All components that show the sale share this state: a receipt that is opened over the
 * finished sale prints a copy at once.
 *
 *   unanswered ─► noting ─► noted   'Yes', or no answer; the sale's row will say so soon
 *              │         └► (none)  it could not be noted
 *              └► (none)            'No': the next print is the first one again
 */
export type FirstPaper = 'unanswered' | 'noting' | 'noted';

interface FirstPapers {
  papers: ReadonlyMap<number, FirstPaper>;
}

export const useFirstPapers = create<FirstPapers>()(() => ({ papers: new Map() }));

/**
 * Returns the state of a sale's first receipt; null if none was printed in this browser page, or if the sale's row says
 * already that it was printed.
 */
export const firstPaperOf = (saleId: number): FirstPaper | null => useFirstPapers.getState().papers.get(saleId) ?? null;

/** Sets the state; null removes it. */
export function setFirstPaper(saleId: number, paper: FirstPaper | null): void {
  if (firstPaperOf(saleId) === paper) return;
  const papers = new Map(useFirstPapers.getState().papers);
  if (paper === null) papers.delete(saleId);
  else papers.set(saleId, paper);
  useFirstPapers.setState({ papers });
}
