import { useEffect, useRef, type KeyboardEvent } from 'react';

const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea';
/** Where Enter has a meaning of its own. */
const PRESSED = /^(button|submit|reset|checkbox|radio|file)$/;

/**
 * Enter ends a field, not the whole form: it goes on to the next one, and only the button and Ctrl+Enter save. A phone's
 * keyboard has Enter under the thumb, and a scanner presses it after every code (X-TYPE-23). A form of one field is sent
 * by it.
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

/** Puts the focus on the first field to mend whenever saving was refused (G55). */
export function useFocusOnFirstError<Form extends HTMLElement = HTMLFormElement>(refusedCount: number) {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusedCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedCount]);
  return form;
}
