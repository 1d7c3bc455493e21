import { formatDateTime } from '../../domain/time.ts';

export interface RecordedTime {
  atMs: number;
  deviceAtMs?: number | undefined;
}

/** Returns when something happened, and the device's own time if that cannot be right (SYN-23). */
export function recordedTime({ atMs, deviceAtMs }: RecordedTime, zone: string): string {
  const time = formatDateTime(atMs, zone);
  return deviceAtMs === undefined ? time : `${time} (the device’s clock said ${formatDateTime(deviceAtMs, zone)})`;
}

/** Returns the same for a row. */
export const recordedTimeOf = (
  { createdAtMs, deviceAtMs }: { createdAtMs: number; deviceAtMs?: number | undefined },
  zone: string,
): string => recordedTime({ atMs: createdAtMs, deviceAtMs }, zone);
