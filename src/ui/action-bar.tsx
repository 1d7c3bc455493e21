import type { ReactNode } from 'react';

/** Keeps a form's main action fixed above the bottom navigation, where the thumb is, however long the form is. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="k-action-bar">{children}</div>;
}
