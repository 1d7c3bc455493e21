/*
 * Mantine's focus trap moves the focus into a dialog from timers, also when it is inside already. On a busy phone they run
 * seconds late, and took the focus away from a field while somebody typed: half of a phone number became part of a name
 * (X-TYPE-50). The trap focuses the element with `data-autofocus`; so that is always the one that has the focus.
 */

/** A popover is one too; a menu, where the arrows may have gone on by then. */
const DIALOG = '[role="dialog"], [role="menu"]';
const MARK = 'data-autofocus';

/** Keeps the focus of every dialog and menu where the person put it. Answers how to stop. */
export function keepDialogFocus(page: Document): () => void {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const dialog = target.closest(DIALOG);
    // A tap between the fields focuses the dialog itself: then its own first field is still the right one.
    if (dialog === null || dialog === target) return;
    for (const marked of dialog.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
    target.setAttribute(MARK, '');
  };
  page.addEventListener('focusin', follow);
  return () => page.removeEventListener('focusin', follow);
}
