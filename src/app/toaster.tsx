import { useCallback } from 'react';
import { closeToast, SUCCESS_MAKES_ROOM_AFTER_MS, useToasts } from '../state/toasts.ts';
import { Toast } from '../ui/toast.tsx';

/**
 * Shows the first toast of the queue; the next one comes when it is gone (R-SHELL-17). A plain success does not hold up
 * what waits behind it, which may be a new order; a failure and an order have all of their time (C-083).
 */
export function Toaster() {
  const toast = useToasts(({ toasts }) => toasts[0]);
  const isAwaited = useToasts(({ toasts }) => toasts.length > 1);
  const id = toast?.id;
  const close = useCallback(() => {
    if (id !== undefined) closeToast(id);
  }, [id]);
  const makesRoom = isAwaited && toast?.kind === 'success' && toast.orderCount === undefined;
  return (
    <div className="k-toasts" aria-live="polite">
      {toast !== undefined && (
        <Toast
          key={toast.id}
          {...toast}
          {...(makesRoom ? { closeAfterMs: SUCCESS_MAKES_ROOM_AFTER_MS } : {})}
          onClose={close}
        />
      )}
    </div>
  );
}
