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
  /** Rows of a page of a pull: fewer while a person looks (SYN-11). */
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
 * What a step of a run came to. 'held': a mutation failed inside the server and holds those behind it; the pull goes
 * on. 'fork': the server knows this client otherwise than the device does; a new queue comes first (SYN-20).
 */
export type Step = { kind: 'done'; progress: boolean } | { kind: 'held'; progress: boolean } | Fork | Stop;

export interface Fork {
  kind: 'fork';
  /** The client that the server spoke of: meanwhile another drainer may have left it. */
  clientId: string;
}

/** The value of an answered call, or why there is none. */
export function answerOf<T>(result: CallResult<T>): { kind: 'answer'; value: T } | Stop {
  if (result.kind === 'answer') return result;
  if (result.kind === 'unreachable') return { kind: 'offline' };
  if (result.kind === 'signed_out' || result.kind === 'dismissed' || result.kind === 'outdated')
    return { kind: result.kind };
  if (result.kind === 'too_large') return { kind: 'failed', status: 413, retryAfterMs: null };
  return { kind: 'failed', status: result.status, retryAfterMs: result.retryAfterMs };
}

/** Writes down what happened, for the person who asks later (SYN-27). */
export async function journal(
  ports: EnginePorts,
  what: string,
  detail: Record<string, string | number | null>,
): Promise<void> {
  const atMs = ports.clock.nowMs();
  await ports.database.write((tx) => tx.meta.appendJournal({ atMs, what, detail }));
}

/** What has not been proved to be in the server's state, though the server may have decided it already (SYN-9). */
export interface Pending {
  count: number;
  oldestAtMs: number | null;
  /** The mid before the first of it. */
  confirmedMid?: number;
  formerClientId?: string | null;
}

/** What the server is told of this device (SYN-28). */
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
