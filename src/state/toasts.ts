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

export function showFailure(title: string, message: string | null = null): void {
  addToast({ kind: 'destructive', title, message, closeAfterMs: TOAST_CLOSES_AFTER_MS });
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

function addToast(toast: Omit<Toast, 'id'>): void {
  useToasts.setState(({ toasts, nextId }) => {
    const kept = toasts.length < TOASTS_MAX ? toasts : toasts.toSpliced(1, 1);
    return { toasts: [...kept, { ...toast, id: nextId }], nextId: nextId + 1 };
  });
}
