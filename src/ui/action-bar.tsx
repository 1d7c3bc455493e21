import type { ReactNode } from 'react';

/** Holds a form's main action over the bottom navigation, where the thumb is, however long the form. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="k-action-bar">{children}</div>;
}
