import { Portal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import './print-page.css';

export interface PrintPageProps {
  /** Its name in a printer's queue, or as a file (R-RCPT-14). */
  title: string;
  children: ReactNode;
}

/**
 * Lays out what is printed while it is mounted, in the place of the whole page; also where the browser's own menu
 * prints. On the screen it is out of view, and nobody is read it twice.
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
