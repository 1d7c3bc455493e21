import { create } from 'zustand';

/** R-SHELL-16. */
export const TOAST_CLOSES_AFTER_MS = 5_000;

/** What a person did well is old news once another message waits: so long after that it makes room. */
export const SUCCESS_MAKES_ROOM_AFTER_MS = 2_000;

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

/** What went wrong before is no longer true once it went well. */
export function closeFailures(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ kind }) => kind !== 'destructive') }));
}

/** What is told last already is told anew, not twice: four switches are one message. But three new orders are no others. */
export function addToast(toast: Omit<Toast, 'id'>): void {
  useToasts.setState(({ toasts, nextId }) => {
    const last = toasts.at(-1);
    const others = last !== undefined && saysTheSame(last, toast) ? toasts.slice(0, -1) : toasts;
    const kept = others.length < TOASTS_MAX ? others : others.toSpliced(1, 1);
    return { toasts: [...kept, { ...toast, id: nextId }], nextId: nextId + 1 };
  });
}

const saysTheSame = (one: Omit<Toast, 'id'>, other: Omit<Toast, 'id'>): boolean =>
  one.orderCount === undefined && one.kind === other.kind && one.title === other.title && one.message === other.message;
