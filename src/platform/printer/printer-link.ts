import type { PrinterIdentity } from './printer-settings.ts';

/** Why nothing, or only a part, reached the printer. */
export type PrinterProblem =
  /** The printer is off, unplugged or out of reach, or another printer is in its place. */
  | 'gone'
  /** The printer accepts no more bytes: it has no paper, or its lid or cover is open. */
  | 'stuck'
  /** The computer, another program or another tab uses the printer. */
  | 'held'
  /** The browser requires that the person chooses the printer again, by a tap. */
  | 'ask'
  /** The person closed the browser's list of devices. */
  | 'cancelled'
  /** The chosen device does not accept bytes in any way that a receipt printer does. */
  | 'no_printer';

export class PrinterError extends Error {
  readonly problem: PrinterProblem;
  constructor(problem: PrinterProblem, options?: ErrorOptions) {
    super(`The printer could not be used: ${problem}`, options);
    this.problem = problem;
  }
}

/** A printer that accepts bytes. Every call rejects only with a PrinterError. */
export interface OpenPrinter {
  /** Resolves when the printer, or a buffer before it, has accepted the bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

/**
 * 'unconnected': the printer is known, and only a connection would show whether it is on. 'ask': the browser can tell
 * whether the printer is there only after the person chooses it again.
 */
export type PrinterPresence = 'there' | 'gone' | 'unconnected' | 'ask';

/** One way to connect to a printer. Device: the browser's object for it. */
export interface PrinterLink<Identity extends PrinterIdentity, Device> {
  isSupported(): boolean;
  /** Shows the browser's list of devices. Must be called from a tap. */
  choose(): Promise<Device>;
  /** Returns the chosen printer among those that this browser may use, without asking the person. */
  find(identity: Identity): Promise<Device | null>;
  describe(device: Device): { identity: Identity; name: string };
  presence(identity: Identity): Promise<PrinterPresence>;
  open(device: Device, identity: Identity): Promise<OpenPrinter>;
  /** Calls back when a device is connected or removed. Returns a function that ends this. */
  follow(onChange: () => void): () => void;
}

/** How long a write may take; nobody at the counter waits longer. */
const WRITE_MS_MAX = 10_000;

/** Rejects with the problem if the work takes longer. */
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

/** Returns the problem by the error's name, which has the same meaning in all three interfaces. */
export function printerErrorOf(error: unknown, otherwise: PrinterProblem = 'gone'): PrinterError {
  if (error instanceof PrinterError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'SecurityError') return new PrinterError(otherwise === 'cancelled' ? 'ask' : 'held', { cause: error });
  if (name === 'InvalidStateError') return new PrinterError('held', { cause: error });
  return new PrinterError(otherwise, { cause: error });
}

/** Runs a step; turns its errors into a PrinterError. */
export async function step<T>(work: () => Promise<T>, otherwise: PrinterProblem = 'gone'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw printerErrorOf(error, otherwise);
  }
}

/**
 * Ends the permission of the other devices that look like the chosen one, such as one that was chosen by mistake: later
 * nothing would tell them apart. Browsers that cannot do that keep the permission.
 */
export async function forgetTwins<Device extends { forget?(): Promise<void> }>(
  chosen: Device,
  known: Promise<readonly Device[]>,
  looksOf: (device: Device) => string,
): Promise<void> {
  const others = (await known.catch(() => [])).filter((device) => device !== chosen);
  const twins = others.filter((device) => looksOf(device) === looksOf(chosen));
  await Promise.allSettled(twins.map(async (twin) => await twin.forget?.()));
}

/** Yields the bytes in pieces that the connection accepts at once. */
export function* pieces(bytes: Uint8Array<ArrayBuffer>, bytesMax: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += bytesMax) yield bytes.subarray(at, at + bytesMax);
}
