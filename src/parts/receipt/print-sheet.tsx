import { useLayoutEffect, useRef, useState } from 'react';
import { PrintPage, type PrintPageProps } from '../print-page.tsx';

export const PAPERS = ['58', '80', 'a4'] as const;
export type Paper = (typeof PAPERS)[number];

const PX_PER_MM = 96 / 25.4;
/** A millimetre or two of slack: a roll that is a hair too short would feed a second piece of paper. */
const SLACK_MM = 2;

/** Sets the page as long as the receipt, because a roll is cut where the receipt ends (G45). */
const pageOf = (paper: Paper, heightPx: number): string =>
  paper === 'a4'
    ? 'size: A4; margin: 15mm'
    : `size: ${paper}mm ${Math.ceil(heightPx / PX_PER_MM) + SLACK_MM}mm; margin: 0`;

export interface PrintSheetProps extends PrintPageProps {
  paper: Paper;
}

/** A receipt for the print dialog. */
export function PrintSheet({ title, paper, children }: PrintSheetProps) {
  return (
    <PrintPage title={title}>
      <PrintedPage paper={paper}>{children}</PrintedPage>
    </PrintPage>
  );
}

function PrintedPage({ paper, children }: Omit<PrintSheetProps, 'title'>) {
  const page = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => setHeightPx(page.current?.offsetHeight ?? 0), [paper, children]);
  return (
    <div ref={page} className="k-receipt-paper" data-paper={paper} aria-hidden>
      <style>{`@page { ${pageOf(paper, heightPx)} }`}</style>
      {children}
    </div>
  );
}
