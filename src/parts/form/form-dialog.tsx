import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

export interface FormDialogProps {
  title: ReactNode;
  isDirty: boolean;
  /** True while the form is being saved: then the dialog cannot be closed. */
  isBusy?: boolean;
  /** False over a form that has a leave guard itself: a screen has one guard only. */
  guardsScreen?: boolean;
  onClose: () => void;
  /** The question's texts, if the dialog has its own (C-035). */
  leaveLabel?: string;
  stayLabel?: string;
  /** `close` asks first if the form holds unsaved input. */
  children: (close: () => void) => ReactNode;
}

/** A dialog with a form. A tap beside it, Escape and Back ask before they discard unsaved input (R-GEN-16). */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    isDirty,
    isBusy = false,
    guardsScreen = true,
    onClose,
    leaveLabel = 'Leave',
    stayLabel = 'Cancel',
    children,
  } = props;
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if (isBusy) return;
    if (isDirty) setAsking(true);
    else onClose();
  };
  return (
    <>
      {/* While the question is open, Escape closes only the question. */}
      <Modal opened onClose={close} title={title} closeOnClickOutside={false} closeOnEscape={!isAsking}>
        {children(close)}
      </Modal>
      {/* Mounted only when it is asked: otherwise it would get the same Escape that opens it, and close again. */}
      {isAsking && (
        <ConfirmDialog
          opened
          title="Unsaved Changes"
          message="What you typed is not saved yet. If you leave now, it is lost."
          confirmLabel={leaveLabel}
          cancelLabel={stayLabel}
          isDestructive
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
      {guardsScreen && <LeaveGuard isDirty={isDirty} leaveLabel={leaveLabel} stayLabel={stayLabel} />}
    </>
  );
}
