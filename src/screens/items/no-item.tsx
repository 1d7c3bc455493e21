import { MissingRow, NoSuchRow } from '../../parts/list/missing-row.tsx';
import { paths } from '../../parts/paths.ts';

const BACK = { to: paths.items, label: 'Back to Items' };

/** Shown for an address without an item, with a link back (R-IDET-01 to R-IDET-04). */
export function NoItem({ title }: { title: 'Invalid Item ID' | 'Item Not Found' }) {
  if (title === 'Invalid Item ID') return <NoSuchRow title={title} back={BACK} />;
  return (
    <MissingRow
      loadingText="Loading..."
      title={title}
      hint="It may be on another device that has not sent it yet."
      back={BACK}
    />
  );
}
