import { MissingRow } from '../../parts/list/missing-row.tsx';
import { paths } from '../../parts/paths.ts';

/** Shown for an address without a purchase (R-PUR-39). */
export function NoPurchase() {
  return (
    <MissingRow
      loadingText="Loading purchase..."
      title="Failed to load purchase details."
      hint="It was deleted, it is older than what this device keeps, or another device has not sent it yet."
      back={{ to: paths.purchases, label: 'Back to Purchases' }}
    />
  );
}
