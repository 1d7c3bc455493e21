import { type NotificationData, notificationsStore, updateNotificationsState } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { createElement } from 'react';
import { storageFailureOf } from '../../sync/store/database/storage-failure.ts';
import { watchWork, workerNow } from '../ui/form/use-one-at-a-time.ts';
import { showFailure, takeToastNews, type Toast, type ToastNews, useToasts } from './toasts.ts';

/*
 * The queue of toasts: that of @mantine/notifications, with rules for its content. Its first toast is on screen, the
 * others wait (R-SHELL-17). The time of a toast begins when it appears on screen.
 */

/** A success that is on screen while another message waits closes after this time, because it is old news. */
export const SUCCESS_MAKES_ROOM_AFTER_MS = 2_000;

/** At most this many toasts, because a person would not wait for more. Of the waiting toasts the oldest is dropped. */
export const TOASTS_MAX = 10;

/** One toast at a time (R-SHELL-17). */
export const TOASTS_ON_SCREEN = 1;

export const TOAST_POSITION = 'bottom-center';

/** How long the toast of a new order stays (R-NOTIF-21). */
const ORDER_CLOSES_AFTER_MS = 8_000;

/** From this number of new orders on, one toast announces them together (C-083). */
const ORDERS_GROUPED_FROM = 3;

notificationsStore.initialize({
  notifications: [],
  queue: [],
  defaultPosition: TOAST_POSITION,
  limit: TOASTS_ON_SCREEN,
});

/** A toast in the queue. Our own properties are data attributes, because the package has no other place for them. */
export interface QueuedToast extends NotificationData {
  id: string;
  title: string;
  message: string | null;
  autoClose: number;
  'data-kind': Toast['kind'];
  /** The button during whose work the toast was shown. */
  'data-worker': number | undefined;
  /** The number of new orders that the toast announces. */
  'data-orders': number | undefined;
}

export function queuedToasts(): QueuedToast[] {
  const { notifications, queue } = notificationsStore.getState();
  // The cast is safe: only this file adds to the store.
  return [...notifications, ...queue] as QueuedToast[];
}

/** Shows the waiting messages and all later ones. Returns a function that stops it. */
export function startToastQueue(): () => void {
  const stopWatching = notificationsStore.subscribe(() => useToasts.setState({ isQueued: queuedToasts().length > 0 }));
  const take = () => takeToastNews().forEach(takeIn);
  take();
  const stopTaking = useToasts.subscribe(take);
  const stopHearing = watchWork({
    // A second tap removes the failure of the first, so that its own result is shown at once (R-PLACE-23). Usually there
    // is none: then nothing is rendered, because the tap waits for it.
    begins(worker) {
      if (queuedToasts().some((toast) => isFailureOf(toast, worker)))
        changeToasts((toasts) => toasts.filter((toast) => !isFailureOf(toast, worker)));
    },
    fails(error) {
      const storage = storageFailureOf(error);
      showFailure('That did not work. Please try again.', storage?.message ?? null);
      return storage !== null;
    },
  });
  return () => {
    stopHearing();
    stopTaking();
    stopWatching();
  };
}

function takeIn(news: ToastNews): void {
  if (news.type === 'toast') addToast(toQueuedToast(news.toast));
  else if (news.type === 'orders') addNewOrders(news.messages);
  else if (news.type === 'failures_over')
    changeToasts((toasts) => toasts.filter((toast) => toast['data-kind'] !== 'failure'));
  // Toasts of new orders stay: they are for a person who is not looking at this screen now.
  else changeToasts((toasts) => toasts.filter((toast) => toast['data-kind'] !== 'success' || isOfOrders(toast)));
}

const isFailureOf = (toast: QueuedToast, worker: number): boolean =>
  toast['data-kind'] === 'failure' && toast['data-worker'] === worker;

const isOfOrders = (toast: QueuedToast): boolean => toast['data-orders'] !== undefined;

/**
 * Adds a toast. A toast that says the same as the last one replaces it, and its time begins again: four taps on a
 * switch show one message. Toasts of new orders are never equal.
 */
function addToast(added: QueuedToast): void {
  changeToasts((toasts) => {
    const last = toasts.at(-1);
    const others = last !== undefined && saysTheSame(last, added) ? toasts.slice(0, -1) : toasts;
    const kept = others.length < TOASTS_MAX ? others : others.toSpliced(1, 1);
    return [...kept, added];
  });
}

/** Adds one toast for each new order (R-NOTIF-21), or one for all if three or more are waiting (C-083). */
function addNewOrders(messages: readonly string[]): void {
  const waiting = queuedToasts().filter((toast, index) => index > 0 && toast['data-orders'] !== undefined);
  const count = waiting.reduce((sum, toast) => sum + (toast['data-orders'] ?? 0), messages.length);
  if (count < ORDERS_GROUPED_FROM) {
    for (const message of messages) addToast(orderToast('New Order', message, 1));
    return;
  }
  changeToasts((toasts) => toasts.filter((toast) => !waiting.includes(toast)));
  addToast(orderToast(`${count} new orders`, null, count));
}

/**
 * Changes the queue. A success closes sooner if another toast waits behind it; failures and orders keep their time
 * (C-083).
 */
function changeToasts(change: (toasts: QueuedToast[]) => QueuedToast[]): void {
  updateNotificationsState(notificationsStore, () => {
    const toasts = change(queuedToasts());
    return toasts.map((toast, index) =>
      index < toasts.length - 1 && toast['data-kind'] === 'success' && toast['data-orders'] === undefined
        ? { ...toast, autoClose: SUCCESS_MAKES_ROOM_AFTER_MS }
        : toast,
    );
  });
}

const saysTheSame = (one: QueuedToast, other: QueuedToast): boolean =>
  one['data-orders'] === undefined &&
  one['data-kind'] === other['data-kind'] &&
  one.title === other.title &&
  one.message === other.message;

const orderToast = (title: string, message: string | null, count: number): QueuedToast => ({
  ...toQueuedToast({ kind: 'success', title, message, closeAfterMs: ORDER_CLOSES_AFTER_MS }),
  'data-orders': count,
});

let addedCount = 0;

function toQueuedToast({ kind, title, message, closeAfterMs, isUrgent = false }: Toast): QueuedToast {
  const isSuccess = kind === 'success';
  addedCount += 1;
  return {
    id: `toast-${addedCount}`,
    title,
    message,
    autoClose: closeAfterMs,
    role: isSuccess && !isUrgent ? 'status' : 'alert',
    color: isSuccess ? 'kaunta.7' : 'red.9',
    icon: createElement(isSuccess ? IconCheck : IconAlertTriangle, { size: 20, 'aria-hidden': true }),
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close message' },
    'data-kind': kind,
    'data-worker': workerNow() ?? undefined,
    'data-orders': undefined,
  };
}
