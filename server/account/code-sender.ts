import { digitsOf } from '../../domain/phone-digits.ts';
import type { Log } from '../log.ts';

/** How a one-time code reaches the phone it is for (C-007). Whoever runs Kaunta puts their SMS service here. */
export interface CodeSender {
  /** False where somebody has to pass the code on by hand: nobody waits for that to register. */
  readonly reachesPhones: boolean;
  /** Rejects when the code could not be handed over. Nobody waits for it. */
  send(message: { phone: string; code: string }): Promise<void>;
}

/**
 * Without an SMS service the code stands in the server's log, for whoever runs the server to pass on. The phone does not:
 * its last digits tell whose it is.
 */
export const loggingSender = (log: Log): CodeSender => ({
  reachesPhones: false,
  async send({ phone, code }) {
    log.info({ oneTimeCode: code, phoneEnds: digitsOf(phone).slice(-3) }, 'A one-time code was asked for');
  },
});
