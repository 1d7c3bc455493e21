import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { hourAt } from '../../../domain/time.ts';
import { parkedLink } from '../../parts/paths.ts';
import { parkedSalesOf } from '../../platform/draft/parked-sales.ts';
import { useLive } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { useNow } from '../../ui/use-now.ts';

const EVENING_FROM_HOUR = 17;
/** In every time zone hours begin at a quarter of an hour of UTC. */
const QUARTER_MS = 900_000;

/** Reminds in the evening of sales that were parked today and may be forgotten (R-CTR-42). */
export function ParkedInEvening() {
  const { timeZone } = useShop();
  const nowMs = useNow((atMs) => (Math.floor(atMs / QUARTER_MS) + 1) * QUARTER_MS);
  const count = useLive(parkedSalesOf, [])?.length ?? 0;
  if (count === 0 || hourAt(nowMs, timeZone) < EVENING_FROM_HOUR) return null;
  return (
    <Alert color="yellow" role="note" title="Before you close">
      <Anchor component={Link} to={parkedLink} className="k-inline-link">
        {count === 1 ? '1 parked sale' : `${count} parked sales`}
      </Anchor>{' '}
      on this device: sell or discard what is left.
    </Alert>
  );
}
