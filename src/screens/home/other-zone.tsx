import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { isTimeZone } from '../../../domain/time.ts';
import { offsetMsAt } from '../../../domain/zone-offset.ts';
import { useShop } from '../../state/shop.ts';
import { useNow } from '../../ui/use-now.ts';
import { zoneName } from '../../ui/zone-name.ts';

/** Storage key of the two zones for which the notice was closed. */
const KEY = 'kaunta-other-zone-read';

const MINUTE_MS = 60_000;

/** A notice, shown once, that the device's clock is in another zone than the shop (X-TYPE-43). */
export function OtherZone() {
  const { timeZone } = useShop();
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = `${deviceZone} ${timeZone}`;
  const [read, setRead] = useState(() => localStorage.getItem(KEY));
  const nowMs = useNow((ms) => ms + MINUTE_MS);
  // Some browsers return 'Etc/Unknown', which says nothing.
  if (read === zones || !isTimeZone(deviceZone)) return null;
  if (offsetMsAt(nowMs, deviceZone) === offsetMsAt(nowMs, timeZone)) return null;
  const close = () => {
    setRead(zones);
    try {
      localStorage.setItem(KEY, zones);
    } catch {
      // If it cannot be stored, the notice is shown once more.
    }
  };
  return (
    <Alert color="blue" role="note" title="This device is in another time zone">
      <Text>{`Its clock is in ${zoneName(deviceZone)}. Days and times here are those of your shop, in ${zoneName(timeZone)}.`}</Text>
      <Button variant="light" mt="sm" onClick={close}>
        OK
      </Button>
    </Alert>
  );
}
