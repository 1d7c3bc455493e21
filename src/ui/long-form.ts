import { useEffect, useRef, type KeyboardEvent } from 'react';

/** A phone keyboard's Enter ends a number, not the whole form: only the button saves. */
export function keepEnterFromSaving(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Puts the focus on the first field to mend whenever saving was refused (G55). */
export function useFocusOnFirstError<Form extends HTMLElement = HTMLFormElement>(refusedCount: number) {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusedCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedCount]);
  return form;
}
