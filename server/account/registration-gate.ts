import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GuessTask, SolvedTask } from '../../domain/people/guess-task.ts';
import { CODE_LASTS_MS, CODE_LENGTH, CODE_TRIES_MAX } from '../../domain/people/one-time-code.ts';
import { normalisePhone } from '../../domain/text/phone.ts';
import type { RegistrationInput } from '../../domain/people/registration.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Clock } from '../clock.ts';
import { forgetRegistrationCode, putRegistrationCode, tryRegistrationCode } from '../db/queries/registration-code.ts';
import type { Log } from '../log.ts';
import { randomBelow } from '../random.ts';
import type { CodeSender } from './code-sender.ts';
import { type GatePorts, ofNetworks, sqlPressures } from './guess-gate.ts';
import { GuessLimit } from './guess-limit.ts';
import { REGISTER_ADDRESS_PRESSURE, REGISTER_INSTALLATION_PRESSURE, REGISTER_SITE_PRESSURE } from './guess-pressure.ts';
import { REQUEST_RULES } from './one-time-code.ts';
import { StrangerLimit } from './stranger-limit.ts';

// Limits on registration (decisions/0041). Each try counts for its address and for the installation before any costly
// work, so that no caller can fill the table of shops, or probe for known phones, faster. If codes can be sent, the
// caller must prove the phone by a code first, so only its holder learns that the phone is registered already.

export interface RegistrationGatePorts extends GatePorts {
  clock: Clock;
  codes: CodeSender;
  log: Log;
  settings: { provePhones: boolean };
}

export interface RegistrationCaller {
  networks: readonly string[];
  task?: SolvedTask | undefined;
  code?: string | undefined;
}

export type RegistrationRefusal =
  | { code: 'task'; task: GuessTask }
  | { code: 'wait'; waitMs: number }
  | { code: 'code_sent' }
  | { code: 'wrong_code' };

export class RegistrationGate {
  readonly #ports: RegistrationGatePorts;
  readonly #strangers: StrangerLimit;
  readonly #requests: GuessLimit;

  constructor(ports: RegistrationGatePorts) {
    this.#ports = ports;
    this.#strangers = new StrangerLimit(sqlPressures(ports.database), ports.pepper, ports.random);
    this.#requests = new GuessLimit(ports.database, ports.pepper, { purpose: 'register-code', rules: REQUEST_RULES });
  }

  /**
   * Counts one try, and demands a code if phones must be proved. If the result is ok, the business may be registered.
   */
  async admit(input: RegistrationInput, caller: RegistrationCaller): Promise<Result<null, RegistrationRefusal>> {
    const nowMs = this.#ports.clock.nowMs();
    const counted = [
      { name: 'installation', rules: REGISTER_INSTALLATION_PRESSURE },
      ...ofNetworks(caller.networks, [REGISTER_ADDRESS_PRESSURE, REGISTER_SITE_PRESSURE]),
    ] as const;
    const taken = await this.#strangers.take({ purpose: 'register', counted, nowMs, task: caller.task });
    if (!taken.ok) return refuse({ code: 'task', task: taken.error });
    if (!this.#ports.settings.provePhones || !this.#ports.codes.reachesPhones) return ok(null);
    const phone = normalisePhone(input.phone, input.country);
    return caller.code === undefined
      ? await this.#sendCode(input.phone, phone, caller, nowMs)
      : await this.#checkCode(phone, caller.code, nowMs);
  }

  /** Ends the code of a phone whose business was registered. If registering failed, the code is still good. */
  async forgetCode({ phone, country }: RegistrationInput): Promise<void> {
    const subject = this.#keyed(normalisePhone(phone, country));
    await this.#ports.database.transaction({ businessId: null }, (sql) => forgetRegistrationCode(sql, subject));
  }

  async #sendCode(
    typed: string,
    phone: string,
    { networks }: RegistrationCaller,
    nowMs: number,
  ): Promise<Result<null, RegistrationRefusal>> {
    const { database, random, codes, log } = this.#ports;
    const ticket = await this.#requests.take({ address: networks[0] ?? null, phones: [phone], nowMs });
    if (ticket.open.length === 0) return refuse({ code: 'wait', waitMs: ticket.waitMs });
    const code = String(randomBelow(random, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    await database.transaction({ businessId: null }, (sql) =>
      putRegistrationCode(sql, this.#keyed(phone), {
        hash: this.#keyed(`${phone}:${code}`),
        expiresAtMs: nowMs + CODE_LASTS_MS,
      }),
    );
    void codes
      .send({ phone: typed, code })
      .catch((error: unknown) => log.error({ error }, 'A one-time code could not be sent'));
    return refuse({ code: 'code_sent' });
  }

  async #checkCode(phone: string, code: string, nowMs: number): Promise<Result<null, RegistrationRefusal>> {
    const given = Buffer.from(this.#keyed(`${phone}:${code}`));
    const isRight = await this.#ports.database.transaction({ businessId: null }, async (sql) => {
      const hash = await tryRegistrationCode(sql, this.#keyed(phone), { nowMs, triesMax: CODE_TRIES_MAX });
      return hash !== undefined && timingSafeEqual(Buffer.from(hash), given);
    });
    return isRight ? ok(null) : refuse({ code: 'wrong_code' });
  }

  /** Returns a keyed hash, so that the table holds no phones and no codes. */
  #keyed(text: string): string {
    return createHmac('sha256', this.#ports.pepper).update(`register:${text}`).digest('hex');
  }
}
