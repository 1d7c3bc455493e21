import { useEffect, useRef, type KeyboardEvent } from 'react';

const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea';
/** Elements in which Enter has its own meaning. */
const PRESSED = /^(button|submit|reset|checkbox|radio|file)$/;

/**
 * Moves the focus to the next field on Enter. Only the button and Ctrl+Enter save: a phone's keyboard has Enter under
 * the thumb, and a scanner presses it after every code (X-TYPE-23). In a form with one field Enter submits.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || PRESSED.test(target.type)) return;
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter((field) => !field.matches(':disabled'));
  if (fields.length === 1) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) return form.requestSubmit();
  const next = fields.find((field) => field.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING);
  (next ?? form.querySelector<HTMLElement>('button[type="submit"]'))?.focus();
}

/** Focuses the first field with an error each time a save was refused (G55). */
export function useFocusOnFirstError<Form extends HTMLElement = HTMLFormElement>(refusedCount: number) {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusedCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedCount]);
  return form;
}
