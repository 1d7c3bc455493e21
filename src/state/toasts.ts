import { create } from 'zustand';

/** R-SHELL-16. */
export const TOAST_CLOSES_AFTER_MS = 5_000;

/** More than a person would wait for; the oldest that is still waiting makes room. */
export const TOASTS_MAX = 10;

export type ToastKind = 'success' | 'destructive';

export interface Toast {
  id: number;
  kind: ToastKind;
  title: string;
  message: string | null;
  closeAfterMs: number;
  /** It interrupts a screen reader; what went wrong always does. */
  isUrgent?: boolean;
  /** How many new orders it tells of. */
  orderCount?: number;
}

interface ToastQueue {
  /** The first is on screen, the others wait for it (R-SHELL-17). */
  toasts: Toast[];
  nextId: number;
}

export const useToasts = create<ToastQueue>()(() => ({ toasts: [], nextId: 1 }));

export function showSuccess(title: string, message: string | null = null): void {
  addToast({ kind: 'success', title, message, closeAfterMs: TOAST_CLOSES_AFTER_MS });
}

/** What somebody waits for at the counter (C-072). */
export function showUrgentSuccess(title: string): void {
  addToast({ kind: 'success', title, message: null, closeAfterMs: TOAST_CLOSES_AFTER_MS, isUrgent: true });
}

export function showFailure(title: string, message: string | null = null): void {
  addToast({ kind: 'destructive', title, message, closeAfterMs: TOAST_CLOSES_AFTER_MS });
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

export function addToast(toast: Omit<Toast, 'id'>): void {
  useToasts.setState(({ toasts, nextId }) => {
    const kept = toasts.length < TOASTS_MAX ? toasts : toasts.toSpliced(1, 1);
    return { toasts: [...kept, { ...toast, id: nextId }], nextId: nextId + 1 };
  });
}
