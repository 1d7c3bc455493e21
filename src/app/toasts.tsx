import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import './toasts.css';
import { Notifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import { startToastQueue, TOAST_POSITION, TOASTS_ON_SCREEN } from '../state/toast-queue.ts';
import { useKeyboardInset } from '../ui/use-keyboard-inset.ts';
import { useToastPlace } from './toast-place.ts';

/**
 * Renders the queue of toasts. In the stacked layout a toast also stays while it has the focus. The package's
 * transitions are off, so that the next toast replaces the last at once (R-SHELL-17); toasts.css slides it in.
 */
export function Toasts() {
  useLayoutEffect(startToastQueue, []);
  useKeyboardInset();
  useToastPlace();
  return (
    <Notifications
      classNames={{ root: 'k-toasts', notification: 'k-toast' }}
      position={TOAST_POSITION}
      limit={TOASTS_ON_SCREEN}
      layout="stacked"
      containerWidth="28rem"
      transitionDuration={0}
      withinPortal={false}
      aria-live="polite"
    />
  );
}
