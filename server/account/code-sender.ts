import { digitsOf } from '../../domain/text/phone-digits.ts';
import type { Log } from '../log.ts';

/** Sends a one-time code to its phone (C-007). An operator connects an SMS service here. */
export interface CodeSender {
  /** False if a person has to pass the code on by hand. Registration then asks for no code. */
  readonly reachesPhones: boolean;
  /** Rejects if the code could not be sent. No response waits for it. */
  send(message: { phone: string; code: string }): Promise<void>;
}

/**
 * Creates a sender that logs the code, for the operator to pass on; used without an SMS service. Logs only the last
 * digits of the phone number, which are enough to find its owner. It is a warning, because a person waits for somebody to
 * read it.
 */
export const loggingSender = (log: Log): CodeSender => ({
  reachesPhones: false,
  async send({ phone, code }) {
    log.warn({ oneTimeCode: code, phoneEnds: digitsOf(phone).slice(-3) }, 'A one-time code was asked for');
  },
});
