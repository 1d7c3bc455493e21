import { Portal } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export const PAPERS = ['58', '80', 'a4'] as const;
export type Paper = (typeof PAPERS)[number];

const PX_PER_MM = 96 / 25.4;
/** A millimetre or two of slack: a roll that is a hair too short would feed a second piece of paper. */
const SLACK_MM = 2;

/** A roll is cut where the receipt ends, so its page is as long as that (G45). */
const pageOf = (paper: Paper, heightPx: number): string =>
  paper === 'a4'
    ? 'size: A4; margin: 15mm'
    : `size: ${paper}mm ${Math.ceil(heightPx / PX_PER_MM) + SLACK_MM}mm; margin: 0`;

export interface PrintSheetProps {
  /** What a file or a queue of the printer calls it (R-RCPT-14). */
  title: string;
  paper: Paper;
  children: ReactNode;
}

/**
 * Lays out what is printed while it is mounted, in the place of the whole page; also where the browser's own menu prints.
 * On the screen it is out of view, and nobody is read it twice.
 */
export function PrintSheet({ title, paper, children }: PrintSheetProps) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => void (document.title = before);
  }, [title]);
  return (
    <Portal reuseTargetNode={false} className="k-print-sheet">
      <PrintedPage paper={paper}>{children}</PrintedPage>
    </Portal>
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
