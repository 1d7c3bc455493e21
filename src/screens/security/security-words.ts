import type { SecurityEvent } from './use-security-events.ts';

type Words = (people: { actor: string; user: string }, event: SecurityEvent) => string;

const count = (event: SecurityEvent, one: string, many: string): string => {
  const number = Number(event.detail['count'] ?? 0);
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
};

/** Labels of exported files. */
const EXPORTED: Readonly<Record<string, string>> = {
  sales: 'the sales',
  items: 'the items',
  customers: 'the customers',
  suppliers: 'the suppliers',
  orders: 'the orders',
  purchases: 'the purchases',
  movements: 'the stock movements',
  report: 'a report',
  unsent: 'the changes that were not sent yet',
};
const exportedText = ({ detail }: SecurityEvent): string => EXPORTED[String(detail['what'])] ?? 'data of the shop';

/**
 * Texts of refused sign-ins, by reason. A device that is new to the user has to solve an arithmetic task after a few
 * free tries.
 */
const REFUSED_SIGN_IN: Readonly<Record<string, (user: string) => string>> = {
  wrong: (user) => `Wrong PIN for ${user}`,
  ambiguous_phone: (user) => `Sign-in as ${user} without the country's code`,
  wait: (user) => `Sign-in as ${user} refused: too many tries`,
  task: (user) => `Sign-in as ${user} on a device that is not known: too many tries`,
};

/** Texts of requests for a code, by what came of them. */
const REQUESTED_CODE: Readonly<Record<string, (user: string) => string>> = {
  sent: (user) => `A code for a new PIN was sent to ${user}`,
  ambiguous_phone: (user) =>
    `A code for ${user} was asked for with a number that may also be somebody else's: none was sent`,
  wait: (user) => `A code for ${user} was asked for again too soon`,
};

/** Texts by the kind of the event. A newer server may send kinds that are not listed here. */
const WORDS: Readonly<Record<string, Words>> = {
  signed_in: ({ actor }) => `${actor} signed in`,
  sign_in_refused: ({ user }, { outcome }) => REFUSED_SIGN_IN[outcome ?? '']?.(user) ?? `Sign-in as ${user} refused`,
  signed_out: ({ actor }) => `${actor} logged out`,
  signed_out_elsewhere: ({ actor }, event) =>
    `${actor} signed out everywhere else: ${count(event, 'device', 'devices')}`,
  device_signed_out: ({ actor, user }) => `${actor} signed out a device of ${user}`,
  new_device: ({ user }) => `New device of ${user}`,
  pin_changed: ({ user }) => `${user} changed their PIN`,
  pin_change_refused: ({ user }) => `Wrong current PIN when ${user} wanted a new PIN or phone`,
  pin_reset: ({ actor, user }) => `${actor} gave ${user} a new PIN`,
  pin_reset_by_code: ({ user }) => `${user} set a new PIN with a code`,
  code_requested: ({ user }, { outcome }) =>
    REQUESTED_CODE[outcome ?? 'sent']?.(user) ?? `A request for a code for ${user} was refused`,
  code_refused: ({ user }) => `Wrong code for a new PIN of ${user}`,
  user_added: ({ actor, user }, { detail }) => `${actor} added ${user} as ${roleText(detail['role'])}`,
  user_removed: ({ actor, user }) => `${actor} removed ${user}`,
  user_reactivated: ({ actor, user }) => `${actor} let ${user} in again`,
  role_changed: ({ actor, user }, { detail }) => `${actor} made ${user} ${roleText(detail['to'])}`,
  phone_changed: ({ actor, user }) => `${actor} changed the phone of ${user}`,
  exported: ({ actor }, event) =>
    event.detail['by'] === 'api'
      ? `Another program read ${exportedText(event)}, signed in as ${actor}`
      : `${actor} exported ${exportedText(event)}`,
};

const roleText = (role: unknown): string => (role === 'admin' ? 'an admin' : 'staff');

/** Returns an event as a sentence. An unknown user is 'somebody'. */
export const eventText = (event: SecurityEvent): string =>
  WORDS[event.kind]?.({ actor: event.actorName ?? 'Somebody', user: event.userName ?? 'somebody' }, event) ??
  'Something that this version of Kaunta does not know yet';

const REFUSED: ReadonlySet<string> = new Set(['sign_in_refused', 'pin_change_refused', 'code_refused']);

/** True for a refused sign-in: an admin looks for these first. */
export const isRefused = ({ kind }: SecurityEvent): boolean => REFUSED.has(kind);
