import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

export interface FormDialogProps {
  title: ReactNode;
  isDirty: boolean;
  /** False over a form that guards its screen itself: a screen has one guard. */
  guardsScreen?: boolean;
  onClose: () => void;
  /** Texts where a dialog has its own (C-035). */
  leaveLabel?: string;
  stayLabel?: string;
  /** `close` asks first where something is unsaved. */
  children: (close: () => void) => ReactNode;
}

/** A dialog with a form: what was typed in it is never lost to a tap beside it, to Escape or to the way back (R-GEN-16). */
export function FormDialog(props: FormDialogProps) {
  const { title, isDirty, guardsScreen = true, onClose, leaveLabel = 'Leave', stayLabel = 'Cancel', children } = props;
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty ? setAsking(true) : onClose());
  return (
    <>
      {/* Escape is for the question while it stands there. */}
      <Modal opened onClose={close} title={title} closeOnClickOutside={false} closeOnEscape={!isAsking}>
        {children(close)}
      </Modal>
      {/* Not there before it is asked: it would hear the very Escape that asks, and be gone again. */}
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
