import { useCallback } from 'react';
import { closeToast, useToasts } from '../state/toasts.ts';
import { Toast } from '../ui/toast.tsx';

/** Shows the first toast of the queue; the next one comes when it is gone (R-SHELL-17). */
export function Toaster() {
  const toast = useToasts(({ toasts }) => toasts[0]);
  const id = toast?.id;
  const close = useCallback(() => {
    if (id !== undefined) closeToast(id);
  }, [id]);
  return (
    <div className="k-toasts" aria-live="polite">
      {toast !== undefined && <Toast key={toast.id} {...toast} onClose={close} />}
    </div>
  );
}
