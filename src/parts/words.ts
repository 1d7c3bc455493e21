import { CUSTOMER_IN_USE } from '../../domain/people/customer.ts';
import { IMAGE_REFUSALS } from '../../domain/items/item-image.ts';
import { METHOD_IN_USE, METHOD_READONLY } from '../../domain/sales/payment-method.ts';
import type { SaleFlag, SaleStatus } from '../../domain/sales/sale.ts';
import type { DecideRefusal } from '../../sync/replica/decide.ts';
import type { RunRefusal } from '../../sync/replica/run-mutation.ts';
import type { ImportRefusal } from '../platform/engine/outbox-file.ts';
import { StorageFailure } from '../../sync/store/database/storage-failure.ts';

/** The message of each refusal's code, in words that a shopkeeper understands. The same on every screen. */
const REFUSAL_SENTENCES: Record<RunRefusal['code'] | 'unknown_format' | 'not_healed', string> = {
  not_permitted: 'You do not have permission to do this.',
  sealed: 'You have logged out.',
  parent_refused: 'It depends on another change that was not accepted.',
  not_found: 'What it changes is no longer there.',
  item_missing: 'The item is no longer there, or its stock is not tracked.',
  too_many_images: IMAGE_REFUSALS.too_many.message,
  purchase_cancelled: 'This purchase was cancelled on another device.',
  order_cancelled: 'This order was cancelled on another device.',
  order_fulfilled: 'This order is already fulfilled. Cancel its sale instead.',
  order_not_confirmed: 'Confirm this order first.',
  duplicate_name: 'This name is already in use.',
  edited_since: 'It was changed on another device meanwhile, so it was kept.',
  customer_in_use: CUSTOMER_IN_USE,
  method_in_use: METHOD_IN_USE,
  method_readonly: `${METHOD_READONLY}.`,
  id_clash: 'Its number is already in use by something else.',
  actor_disabled: 'It was recorded by an account that is no longer active.',
  invalid: 'The server could not read it.',
  saved_before: 'This form was saved before, as it stood then. To record something else, open the form anew.',
  invalid_args: 'Some of what was entered is not valid.',
  // Only earlier builds write this code. A device's outbox may still hold it.
  not_healed: 'The server was restored from a backup, and this was not given back to it.',
  unknown_format: 'Another version of Kaunta wrote it, and this one cannot read it.',
};

/** Returns the message of a refusal's code. A newer server may send codes that this build does not know. */
export function refusalSentence(code: string): string {
  return isKnown(code) ? REFUSAL_SENTENCES[code] : `The server did not accept it (${code}).`;
}

const isKnown = (code: string): code is keyof typeof REFUSAL_SENTENCES => Object.hasOwn(REFUSAL_SENTENCES, code);

/** Messages for a refused change that could be neither discarded nor retried. */
const DECIDE_SENTENCES: Record<DecideRefusal, string> = {
  gone: 'It has been decided already.',
  undecided: 'The server has not decided it yet.',
  undecided_dependants: 'The server has not decided yet what depends on it. Try again when this is sent:',
  sealed: 'You have logged out.',
};

export const decideSentence = (code: DecideRefusal): string => DECIDE_SENTENCES[code];

/** Messages for a file of waiting changes that was not imported (SYN-27). */
const IMPORT_SENTENCES: Record<ImportRefusal, string> = {
  foreign: 'This is not a file of unsent changes.',
  newer: 'A newer version of Kaunta wrote this file. Update this device, then try again.',
  damaged: 'This file is damaged or incomplete. Export it again on the other device.',
  other_business: 'This file belongs to another business.',
  not_yours: 'Only the person who made these changes or an admin may send them.',
  stopped: 'The server could not take all of it yet. Try again later; nothing is counted twice.',
  unreachable: 'The server could not be reached. Try again when you are online.',
  retry_later: 'The server is busy. Try again in a moment.',
  signed_out: 'Sign in again, then import the file.',
  dismissed: 'Your account is no longer active.',
  outdated: 'The server asks for a newer version of Kaunta. Reload, then import the file.',
};

/** Says how many of the changes that were sent the server did not accept; '' for none. */
export const notAcceptedText = (count: number): string =>
  count === 0 ? '' : ` ${count} of them ${count === 1 ? 'was' : 'were'} not accepted.`;

export const importSentence = (code: ImportRefusal): string => IMPORT_SENTENCES[code];

/** Returns why something could not be saved on this device; null if the storage did not say. */
export const failureSentence = (error: unknown): string | null =>
  error instanceof StorageFailure ? error.message : null;

/** The names of a sale's statuses. 'Pending' alone would be mistaken for the sync's 'Pending sync'. */
export const SALE_STATUS_WORDS: Record<SaleStatus, string> = {
  completed: 'Completed',
  pending: 'Pending payment',
  cancelled: 'Cancelled',
};

/** Messages for the flags of a sale. */
export const SALE_FLAG_SENTENCES: Record<SaleFlag, string> = {
  oversold: 'More was sold than there was in stock.',
  price_changed: 'The price of an item had changed on another device.',
  item_archived: 'An item had been archived on another device.',
  item_missing: 'An item is no longer there.',
  customer_missing: 'The customer is no longer there.',
  customer_deleted: 'The customer had been deleted on another device, and is back.',
  method_removed: 'The payment method had been removed on another device, and is back.',
  method_missing: 'The payment method is no longer there.',
  actor_disabled: 'It was recorded by an account that is no longer active.',
  clock_suspect: 'The clock of the device was wrong when it was recorded.',
  total_mismatch: 'The total does not agree with its lines.',
  currency_mismatch: 'It was recorded in another currency than the business has now.',
  transaction_id_reused: 'Its transaction ID was used for another sale too.',
  overpaid: 'It was paid more than once: money may have to be given back.',
  recount: 'It was made before an item was counted and arrived after: count the item again.',
  refund_due: 'It was cancelled and has been paid: a refund is due.',
  over_refunded: 'More was given back than was due: the customer owes the difference.',
};
