import { DAY_MS } from './zone-offset.ts';

/** 1 January 2015 in UTC: no shop kept its books with Kaunta before, so an earlier date is that of a clock that lost its time. */
export const EARLIEST_ACT_MS = 1_420_070_400_000;
/** Zones and small mistakes make a day of difference; more than that nobody has seen. */
const AHEAD_MAX_MS = DAY_MS;

/** When an act counts as done, and what the clock of its device said where that cannot be (SYN-23). */
export interface ActTime {
  atMs: number;
  /** Only where the device's clock said something impossible. */
  deviceAtMs?: number;
}

/** The time of an act by the device's clock. `clockOffsetMs`: server time minus device time as last measured; null: never measured. */
interface DeviceTime {
  atMs: number;
  clockOffsetMs: number | null;
}

export const isPossibleTime = (atMs: number, serverNowMs: number): boolean =>
  atMs >= EARLIEST_ACT_MS && atMs <= serverNowMs + AHEAD_MAX_MS;

/**
 * A possible time stays, right or wrong. An impossible one is replaced by that of the server: as the device had measured
 * it when it acted, where that is possible and past, else the server's own of now.
 * @param serverNowMs null on a device that has not heard of the server's time yet: it knows nothing better
 */
export function actTime({ atMs, clockOffsetMs }: DeviceTime, serverNowMs: number | null): ActTime {
  if (serverNowMs === null || isPossibleTime(atMs, serverNowMs)) return { atMs };
  const correctedMs = atMs + (clockOffsetMs ?? 0);
  const isCorrected = correctedMs >= EARLIEST_ACT_MS && correctedMs <= serverNowMs;
  return { atMs: isCorrected ? correctedMs : serverNowMs, deviceAtMs: atMs };
}

/** The server's time when a device acted, as the device knows it: the same whenever the act is applied again. */
export function serverTimeOnDevice({ atMs, clockOffsetMs }: DeviceTime): number | null {
  if (clockOffsetMs === null || atMs + clockOffsetMs < EARLIEST_ACT_MS) return null;
  return atMs + clockOffsetMs;
}
