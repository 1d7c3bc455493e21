import { memo, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { setFormDirty, useDirtyForm } from '../../state/dirty-form.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';

export interface LeaveGuardProps {
  isDirty: boolean;
  /** The dialog's texts, if the screen has its own (C-035). */
  title?: string;
  message?: string;
  leaveLabel?: string;
  stayLabel?: string;
  /** True where the search of the address says what the form is about: another search asks too. */
  isOfSearch?: boolean;
  /** A path that still shows the typed input. Navigating to it does not ask. */
  keptAt?: string;
  /** Called when the person chooses to leave and lose the input. */
  onLeave?: () => void;
}

/**
 * Asks before a form that holds unsaved input is left, inside the app and by closing or reloading the page (R-GEN-16).
 * After saving, call `markFormSaved()` before navigating on.
 */
export const LeaveGuard = memo(function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty, title = 'Unsaved Changes', leaveLabel = 'Leave', stayLabel = 'Cancel' } = props;
  const { isOfSearch = false, message = 'What you typed is not saved yet. If you leave now, it is lost.' } = props;

  useEffect(() => {
    setFormDirty(isDirty);
    return () => setFormDirty(false);
  }, [isDirty]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (useDirtyForm.getState().isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  // The flag is read on leaving, not during render: a form saves and navigates before the next render.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      useDirtyForm.getState().isDirty &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isOfSearch && currentLocation.search !== nextLocation.search)) &&
      nextLocation.pathname !== props.keptAt,
  );

  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={title}
      message={message}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      isDestructive
      onConfirm={() => {
        props.onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
});
