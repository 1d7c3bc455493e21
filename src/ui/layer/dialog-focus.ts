/*
 * Mantine's focus trap moves the focus into a dialog from timers, also when it is inside already. On a busy phone they run
 * seconds late, and took the focus away from a field while somebody typed: half of a phone number became part of a name
 * (X-TYPE-50). The trap focuses the element with `data-autofocus`; so that is always the one that has the focus.
 */

/** Dialogs, popovers and menus: in a menu the arrow keys may have moved the focus before the timer runs. */
const DIALOG = '[role="dialog"], [role="menu"]';
const MARK = 'data-autofocus';

/** Keeps the focus of every dialog and menu where the person put it. Returns a function that stops this. */
export function keepDialogFocus(page: Document): () => void {
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const dialog = target.closest(DIALOG);
    // A tap between the fields focuses the dialog itself. Its first field then stays the one to focus.
    if (dialog === null || dialog === target) return;
    for (const marked of dialog.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
    target.setAttribute(MARK, '');
  };
  page.addEventListener('focusin', follow);
  return () => page.removeEventListener('focusin', follow);
}
