import { Alert } from '@mantine/core';
import { useSyncStatus } from '../../state/sync-status.ts';

/** A larger clock error makes the times of what is recorded here doubtful (SYN-23). */
const CLOCK_OFF_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Problems of this device that endanger the shop's data or its times (G53, G54). */
export function DeviceWarnings() {
  const { clockOffsetMs, storagePersistent, pendingCount } = useSyncStatus();
  const isClockOff = clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_OFF_MS;
  return (
    <>
      {isClockOff && (
        <Alert color="yellow" role="alert" title="Check the date and time on this device">
          Its clock is {Math.round(Math.abs(clockOffsetMs) / MINUTE_MS)} minutes {clockOffsetMs < 0 ? 'fast' : 'slow'}.
          Sales keep the time of this clock. Set the date and time to automatic in the phone&apos;s settings.
        </Alert>
      )}
      {storagePersistent === false && pendingCount > 0 && (
        <Alert color="yellow" role="alert" title="This browser may clear what is not sent yet">
          It did not promise to keep this shop&apos;s data when space runs out. Connect to the internet soon, free some
          space, and install Kaunta as an app: most browsers keep the data of installed apps.
        </Alert>
      )}
    </>
  );
}
