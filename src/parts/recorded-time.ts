import { formatDateTime } from '../../domain/time.ts';

export interface RecordedTime {
  atMs: number;
  deviceAtMs?: number | undefined;
}

/** When it happened; and what the clock of the device said of it where that cannot be (SYN-23). */
export function recordedTime({ atMs, deviceAtMs }: RecordedTime, zone: string): string {
  const time = formatDateTime(atMs, zone);
  return deviceAtMs === undefined ? time : `${time} (the device’s clock said ${formatDateTime(deviceAtMs, zone)})`;
}

/** The same of a row. */
export const recordedTimeOf = (
  { createdAtMs, deviceAtMs }: { createdAtMs: number; deviceAtMs?: number | undefined },
  zone: string,
): string => recordedTime({ atMs: createdAtMs, deviceAtMs }, zone);
