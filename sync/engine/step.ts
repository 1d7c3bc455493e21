import type { LocalDatabase } from '../local-database.ts';
import type { CallResult, Clock, Online, Random, Transport } from '../ports.ts';
import type { DeviceReport } from '../protocol/push.ts';

export interface EnginePorts {
  readonly database: LocalDatabase;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly online: Online;
  readonly device: DeviceFacts;
}

export interface DeviceFacts {
  readonly appVersion: string;
  /** How many rows to ask for in a page of a pull: fewer while a person is using the app (SYN-11). */
  pullRows(): number;
  storagePersistent(): Promise<boolean | null>;
}

/** Why a run ended before everything was done. */
export type Stop =
  | { kind: 'offline' }
  | { kind: 'failed'; status: number; retryAfterMs: number | null }
  | { kind: 'signed_out' }
  | { kind: 'dismissed' }
  | { kind: 'outdated' };

/**
 * The result of a step. 'held': a mutation failed inside the server and blocks those behind it; the pull goes on.
 * 'fork': the server's history of this client is not the device's history, so a new queue must begin first (SYN-20).
 */
export type Step = { kind: 'done'; progress: boolean } | { kind: 'held'; progress: boolean } | Fork | Stop;

export interface Fork {
  kind: 'fork';
  /** The client for which the server answered; another drainer may have replaced it meanwhile. */
  clientId: string;
}

/** Returns the value of an answered call, or the reason to stop the run. */
export function answerOf<T>(result: CallResult<T>): { kind: 'answer'; value: T } | Stop {
  if (result.kind === 'answer') return result;
  if (result.kind === 'unreachable') return { kind: 'offline' };
  if (result.kind === 'signed_out' || result.kind === 'dismissed' || result.kind === 'outdated')
    return { kind: result.kind };
  if (result.kind === 'too_large') return { kind: 'failed', status: 413, retryAfterMs: null };
  return { kind: 'failed', status: result.status, retryAfterMs: result.retryAfterMs };
}

/** Adds an event to the journal, which the screen Sync status shows (SYN-27). */
export async function journal(
  ports: EnginePorts,
  what: string,
  detail: Record<string, string | number | null>,
): Promise<void> {
  const atMs = ports.clock.nowMs();
  await ports.database.write((tx) => tx.meta.appendJournal({ atMs, what, detail }));
}

/** The entries that no pull has confirmed; the server may have decided some already (SYN-9). */
export interface Pending {
  count: number;
  oldestAtMs: number | null;
  /** The mid before the first of these entries. */
  confirmedMid?: number;
  formerClientId?: string | null;
}

/** Makes this device's report to the server (SYN-28). */
export const reportOf = async (
  { device }: EnginePorts,
  pending: Pending,
  clockOffsetMs: number | null,
): Promise<DeviceReport> => ({
  pendingCount: pending.count,
  oldestPendingAtMs: pending.oldestAtMs,
  appVersion: device.appVersion,
  clockOffsetMs,
  storagePersistent: await device.storagePersistent(),
  ...(pending.confirmedMid === undefined ? {} : { confirmedMid: pending.confirmedMid }),
  ...(pending.formerClientId ? { formerClientId: pending.formerClientId } : {}),
});
