import { create } from 'zustand';

/**
 * The first receipts that the print dialog took in this page, by sale, until the sale's own row tells that it was printed
 * (X-TYPE-52). One for all that show the sale: a receipt that is opened over the finished sale prints a copy at once.
 *
 *   unanswered ─► noting ─► noted   'Yes', or left without an answer; its row tells soon
 *              │         └► (none)  it could not be noted
 *              └► (none)            'No': the next one is the first again
 */
export type FirstPaper = 'unanswered' | 'noting' | 'noted';

interface FirstPapers {
  papers: ReadonlyMap<number, FirstPaper>;
}

export const useFirstPapers = create<FirstPapers>()(() => ({ papers: new Map() }));

/** The state of a sale's first receipt; null if none was printed in this page, or if the sale's row has it by now. */
export const firstPaperOf = (saleId: number): FirstPaper | null => useFirstPapers.getState().papers.get(saleId) ?? null;

/** Sets the state; null removes it. */
export function setFirstPaper(saleId: number, paper: FirstPaper | null): void {
  if (firstPaperOf(saleId) === paper) return;
  const papers = new Map(useFirstPapers.getState().papers);
  if (paper === null) papers.delete(saleId);
  else papers.set(saleId, paper);
  useFirstPapers.setState({ papers });
}
