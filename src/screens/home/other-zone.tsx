import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { isTimeZone } from '../../../domain/time.ts';
import { offsetMsAt } from '../../../domain/zone-offset.ts';
import { useShop } from '../../state/shop.ts';
import { useNow } from '../../ui/use-now.ts';
import { zoneName } from '../../ui/zone-name.ts';

/** Storage key of the two zones whose notice was read. */
const KEY = 'kaunta-other-zone-read';

const MINUTE_MS = 60_000;

/** On a device whose clock is in another zone than its shop, once (X-TYPE-43). */
export function OtherZone() {
  const { timeZone } = useShop();
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = `${deviceZone} ${timeZone}`;
  const [read, setRead] = useState(() => localStorage.getItem(KEY));
  const nowMs = useNow((ms) => ms + MINUTE_MS);
  // Some browsers answer 'Etc/Unknown', of which nothing can be said.
  if (read === zones || !isTimeZone(deviceZone)) return null;
  if (offsetMsAt(nowMs, deviceZone) === offsetMsAt(nowMs, timeZone)) return null;
  const close = () => {
    setRead(zones);
    try {
      localStorage.setItem(KEY, zones);
    } catch {
      // Without room it is said once more.
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
