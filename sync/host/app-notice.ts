/*
 * A notice of the worker, which opens the app with the notice in the address. The page shows it as a toast
 * (src/app/tell-notice.ts).
 */

const SENTENCES = {
  signed_out: 'You are logged out. Log in to confirm it.',
  other_user: 'Somebody else is logged in on this device. It was for another user.',
  dismissed: 'Your account is no longer active. Ask the owner of the shop.',
  not_permitted: 'You may not confirm orders.',
  not_here: 'The order has not reached this device yet. Confirm it when it is in the list.',
  refused: 'Look at the order: it may have been cancelled.',
  not_saved: 'This device could not save it. Try again in the app.',
} as const;

export type NotConfirmed = keyof typeof SENTENCES;

export const NOT_CONFIRMED_TITLE = 'Order not confirmed';

export const NOTICE_PARAM = 'not-confirmed';

export const noticePath = (path: string, why: NotConfirmed): string => `${path}?${NOTICE_PARAM}=${why}`;

export const notConfirmedSentence = (why: NotConfirmed): string => SENTENCES[why];

/** True if a text from an address is one of the reasons. */
export const isNotConfirmed = (why: string): why is NotConfirmed => Object.hasOwn(SENTENCES, why);
