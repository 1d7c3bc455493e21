import { digitsOf } from '../../domain/text/phone-digits.ts';
import type { Log } from '../log.ts';

/** Delivers a one-time code to its phone (C-007). An operator plugs in their SMS service here. */
export interface CodeSender {
  /** False where somebody has to pass the code on by hand: nobody waits for that to register. */
  readonly reachesPhones: boolean;
  /** Rejects when the code could not be handed over. Nobody waits for it. */
  send(message: { phone: string; code: string }): Promise<void>;
}

/**
 * Without an SMS service the code is logged, for the operator to pass on. Of the phone number only the last digits are
 * logged: enough to tell whose it is.
 */
export const loggingSender = (log: Log): CodeSender => ({
  reachesPhones: false,
  async send({ phone, code }) {
    log.info({ oneTimeCode: code, phoneEnds: digitsOf(phone).slice(-3) }, 'A one-time code was asked for');
  },
});
