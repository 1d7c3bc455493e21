import { create } from 'zustand';

/*
 * Short messages to a person. toast-queue.ts decides how and in which order they are shown; it is loaded after the
 * first screen (app/later-toasts.tsx). Until then the messages wait here.
 */

/** How long a toast stays (R-SHELL-16). */
export const TOAST_CLOSES_AFTER_MS = 5_000;

export interface Toast {
  kind: 'success' | 'failure';
  title: string;
  message: string | null;
  closeAfterMs: number;
  /** True if the toast interrupts a screen reader; a failure always does. */
  isUrgent?: boolean;
}

export type ToastNews =
  | { type: 'toast'; toast: Toast }
  /** New orders that were found together: one text for each order. */
  | { type: 'orders'; messages: readonly string[] }
  /** A success makes the failures before it untrue: remove them. */
  | { type: 'failures_over' }
  /** A new task begins, for which earlier successes would be misleading: remove them. */
  | { type: 'successes_over' };

interface PendingToasts {
  /** Messages that the queue has not taken yet. */
  news: readonly ToastNews[];
  /** True while a toast is on screen or waits in the queue. */
  isQueued: boolean;
}

export const useToasts = create<PendingToasts>()(() => ({ news: [], isQueued: false }));

export function showSuccess(title: string, message: string | null = null): void {
  showToast({ kind: 'success', title, message, closeAfterMs: TOAST_CLOSES_AFTER_MS });
}

/** Shows a success that a person at the counter is waiting for, so it interrupts a screen reader (C-072). */
export function showUrgentSuccess(title: string): void {
  showToast({ kind: 'success', title, message: null, closeAfterMs: TOAST_CLOSES_AFTER_MS, isUrgent: true });
}

export function showFailure(title: string, message: string | null = null): void {
  showToast({ kind: 'failure', title, message, closeAfterMs: TOAST_CLOSES_AFTER_MS });
}

/** Announces new orders (R-NOTIF-21). */
export const showNewOrders = (messages: readonly string[]): void => tell({ type: 'orders', messages });

export const closeFailures = (): void => tell({ type: 'failures_over' });
export const closeSuccesses = (): void => tell({ type: 'successes_over' });

/** True while a message is shown or waits. */
export function isTelling(): boolean {
  const { news, isQueued } = useToasts.getState();
  return isQueued || news.length > 0;
}

/** Returns the messages that are not in the queue yet, and removes them here. */
export function takeToastNews(): readonly ToastNews[] {
  const { news } = useToasts.getState();
  if (news.length > 0) useToasts.setState({ news: [] });
  return news;
}

const showToast = (toast: Toast): void => tell({ type: 'toast', toast });

const tell = (news: ToastNews): void => useToasts.setState((pending) => ({ news: [...pending.news, news] }));
