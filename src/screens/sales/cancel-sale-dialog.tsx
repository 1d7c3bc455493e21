import { TextArea } from '../../ui/text-area.tsx';
import { useRef, useState } from 'react';
import { CANCEL_REASON_CHARS_MAX, type Sale } from '../../../domain/sale.ts';
import { saved } from '../../app/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

/** Asks why, then cancels; the sale under it is read again where it stands (R-SDET-30 to R-SDET-39, C-058, C-060). */
export function CancelSaleDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { run } = useReplica();
  const cancelling = useOneAtATime();
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const cancel = () => {
    if (reason.trim() === '') {
      setReasonMissing(true);
      field.current?.focus();
      return showFailure('Reason required', 'Please provide a reason for cancellation.');
    }
    cancelling.start(async () => {
      const result = await saved(run('sale.cancel', () => ({ id: sale.id, reason })));
      if (!result.ok) return showFailure('Failed to cancel sale', result.reason);
      showSuccess('Sale cancelled', 'The sale was successfully cancelled.');
      onClose();
    });
  };

  return (
    <ConfirmDialog
      opened
      title="Cancel this sale?"
      message="This action cannot be undone"
      confirmLabel="Cancel sale"
      cancelLabel="Keep sale"
      isDestructive
      isConfirmDisabled={reason === ''}
      isBusy={cancelling.isBusy}
      onConfirm={cancel}
      onCancel={onClose}
    >
      <TextArea
        ref={field}
        data-autofocus
        label="Reason"
        description={
          reason === ''
            ? `Needed: whoever reads the book asks why. At most ${CANCEL_REASON_CHARS_MAX} characters.`
            : `${reason.length} of ${CANCEL_REASON_CHARS_MAX} characters`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={CANCEL_REASON_CHARS_MAX}
        value={reason}
        error={isReasonMissing}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setReasonMissing(false);
        }}
      />
    </ConfirmDialog>
  );
}
