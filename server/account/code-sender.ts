import type { Log } from '../log.ts';

/** How a one-time code reaches the phone it is for (C-007). Whoever runs Kaunta puts their SMS service here. */
export interface CodeSender {
  /** Rejects when the code could not be handed over. Nobody waits for it. */
  send(message: { phone: string; code: string }): Promise<void>;
}

/**
 * Without an SMS service the code stands in the server's log, for whoever runs the server to pass on. The phone does not:
 * its last digits tell whose it is.
 */
export const loggingSender = (log: Log): CodeSender => ({
  async send({ phone, code }) {
    log.info({ oneTimeCode: code, phoneEnds: phone.replaceAll(/\D/g, '').slice(-3) }, 'A one-time code was asked for');
  },
});
