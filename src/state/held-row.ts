import { useEffect, useState } from 'react';
import { useDirtyForm } from './dirty-form.ts';
import { showFailure } from './toasts.ts';

/**
 * Returns what a screen shows. A row that a sync takes away stays, as it was, while a form over it holds unsaved input:
 * otherwise that input would go with it, without a question (R-GEN-16). A toast says so.
 * @param shown the row as it is now; undefined while it is read, null if it is not there
 * @param gone the toast's title
 */
export function useHeldRow<Row>(shown: Row | null | undefined, gone: string): Row | null | undefined {
  const isDirty = useDirtyForm((form) => form.isDirty);
  const [last, setLast] = useState<Row | null>(null);
  const isHeld = shown === null && last !== null && isDirty;
  // Once the form is closed, a row that is gone is not held for the next form.
  const next = isHeld ? last : (shown ?? null);
  if (next !== last) setLast(() => next);
  useEffect(() => {
    if (isHeld) showFailure(gone, 'What you typed is still here, but it cannot be saved.');
  }, [isHeld, gone]);
  return isHeld ? last : shown;
}
