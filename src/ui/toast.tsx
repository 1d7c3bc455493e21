import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

export interface ToastProps {
  kind: 'success' | 'destructive';
  title: string;
  message: string | null;
  closeAfterMs: number;
  isUrgent?: boolean;
  onClose: () => void;
}

/** Says what happened and goes away by itself, but not while somebody points at it or has the focus in it. */
export function Toast({ kind, title, message, closeAfterMs, isUrgent = false, onClose }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onClose, closeAfterMs);
    return () => clearTimeout(timer);
  }, [isHeld, closeAfterMs, onClose]);

  const isSuccess = kind === 'success';
  const Icon = isSuccess ? IconCheck : IconAlertTriangle;
  return (
    <Notification
      className="k-toast"
      role={isSuccess && !isUrgent ? 'status' : 'alert'}
      color={isSuccess ? 'kaunta.7' : 'red.9'}
      icon={<Icon size={20} aria-hidden />}
      title={title}
      withBorder
      closeButtonProps={{ 'aria-label': 'Close message' }}
      onClose={onClose}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message}
    </Notification>
  );
}
