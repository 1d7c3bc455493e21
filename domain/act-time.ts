import { DAY_MS } from './zone-offset.ts';

/** 1 January 2015 in UTC. Kaunta did not exist before, so an earlier time comes from a clock that lost its time. */
export const EARLIEST_ACT_MS = 1_420_070_400_000;
/** Wrong zones and small mistakes put a clock at most a day ahead; a later time counts as impossible. */
const AHEAD_MAX_MS = DAY_MS;

/** The time at which an act counts as done (SYN-23). */
export interface ActTime {
  atMs: number;
  /** The time of the device's clock; absent if that was possible. */
  deviceAtMs?: number;
}

/**
 * An act's time by the device's clock. `clockOffsetMs`: server time minus device time, last measured; null if never.
 */
interface DeviceTime {
  atMs: number;
  clockOffsetMs: number | null;
}

export const isPossibleTime = (atMs: number, serverNowMs: number): boolean =>
  atMs >= EARLIEST_ACT_MS && atMs <= serverNowMs + AHEAD_MAX_MS;

/**
 * Returns the time of an act. A possible time stays, right or wrong. An impossible one is corrected by the measured
 * clock offset, if that gives a possible time in the past; else the server's present time is used.
 * @param serverNowMs null on a device that does not know the server's time yet; then the device's time stays
 */
export function actTime({ atMs, clockOffsetMs }: DeviceTime, serverNowMs: number | null): ActTime {
  if (serverNowMs === null || isPossibleTime(atMs, serverNowMs)) return { atMs };
  const correctedMs = atMs + (clockOffsetMs ?? 0);
  const isCorrected = correctedMs >= EARLIEST_ACT_MS && correctedMs <= serverNowMs;
  return { atMs: isCorrected ? correctedMs : serverNowMs, deviceAtMs: atMs };
}

/** Returns the server's time of an act, computed from the act alone, so that applying it again gives the same time. */
export function serverTimeOnDevice({ atMs, clockOffsetMs }: DeviceTime): number | null {
  if (clockOffsetMs === null || atMs + clockOffsetMs < EARLIEST_ACT_MS) return null;
  return atMs + clockOffsetMs;
}
