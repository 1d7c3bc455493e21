import type { PrinterIdentity } from './printer-settings.ts';

/** Why nothing, or not all of it, reached the printer. */
export type PrinterProblem =
  /** It is off, unplugged, out of reach, or another printer stands in its place. */
  | 'gone'
  /** It takes no more bytes: paper, lid, or cover. */
  | 'stuck'
  /** The computer, another program or another window holds it. */
  | 'held'
  /** The browser wants somebody to choose it again, by a tap. */
  | 'ask'
  /** The person closed the browser's choice of devices. */
  | 'cancelled'
  /** The chosen device accepts no bytes in any way that a receipt printer does. */
  | 'no_printer';

export class PrinterError extends Error {
  readonly problem: PrinterProblem;
  constructor(problem: PrinterProblem, options?: ErrorOptions) {
    super(`The printer could not be used: ${problem}`, options);
    this.problem = problem;
  }
}

/** A printer that takes bytes. Every call rejects with a PrinterError, and with nothing else. */
export interface OpenPrinter {
  /** Resolves once the printer, or what stands before it, has taken them. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

/** 'ask': whether it is there is only known once somebody chooses it again. */
export type PrinterPresence = 'there' | 'gone' | 'ask';

/** One way to a printer. Device: what the browser hands out for it. */
export interface PrinterLink<Identity extends PrinterIdentity, Device> {
  isSupported(): boolean;
  /** Shows the browser's choice of devices: only from a tap. */
  choose(): Promise<Device>;
  /** The chosen one among those that this browser may use, with no question to anybody. */
  find(identity: Identity): Promise<Device | null>;
  describe(device: Device): { identity: Identity; name: string };
  presence(identity: Identity): Promise<PrinterPresence>;
  open(device: Device, identity: Identity): Promise<OpenPrinter>;
  /** Calls back when a device comes or goes; answers what ends it. */
  follow(onChange: () => void): () => void;
}

/** Longer than this and nobody at the counter waits any more. */
const WRITE_MS_MAX = 10_000;

/** Rejects with the problem where the work takes longer. */
export async function inTime<T>(work: Promise<T>, problem: PrinterProblem, waitMs = WRITE_MS_MAX): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PrinterError(problem)), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A browser says by the error's name what happened: the same for the three ways. */
export function printerErrorOf(error: unknown, otherwise: PrinterProblem = 'gone'): PrinterError {
  if (error instanceof PrinterError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' && otherwise === 'cancelled') return new PrinterError('cancelled', { cause: error });
  if (name === 'SecurityError') return new PrinterError(otherwise === 'cancelled' ? 'ask' : 'held', { cause: error });
  if (name === 'InvalidStateError') return new PrinterError('held', { cause: error });
  return new PrinterError(otherwise, { cause: error });
}

/** Runs a step; its errors become a PrinterError. */
export async function step<T>(work: () => Promise<T>, otherwise: PrinterProblem = 'gone'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw printerErrorOf(error, otherwise);
  }
}

/** The bytes in pieces that a way takes at once. */
export function* pieces(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += bytesMax) yield bytes.subarray(at, at + bytesMax);
}
