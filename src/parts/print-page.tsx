import { Portal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import './print-page.css';

export interface PrintPageProps {
  /** The document's name in a printer's queue, or as a file (R-RCPT-14). */
  title: string;
  children: ReactNode;
}

/**
 * While it is mounted, the browser prints this instead of the page, also from the browser's own menu. On the screen it
 * is out of view, and hidden from screen readers.
 */
export function PrintPage({ title, children }: PrintPageProps) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => void (document.title = before);
  }, [title]);
  return (
    <Portal reuseTargetNode={false} className="k-print-sheet">
      {children}
    </Portal>
  );
}
