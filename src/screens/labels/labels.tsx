import { useSearchParams } from 'react-router-dom';
import { replicaStateOf } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { LabelForm } from './label-form.tsx';
import { linesOfAddress } from './label-lines.ts';

/** The labels at /items/labels (R-PRN-34 to R-PRN-38), for the items that the address names, and for others. */
export function Labels() {
  usePageTitle('Print labels');
  const [address] = useSearchParams();
  const { search } = useReplica();
  const asked = address.toString();
  const first = useLive(
    async (database) => {
      const { snapshotComplete } = await replicaStateOf(database);
      const chosen = await linesOfAddress(database, search, new URLSearchParams(asked));
      // The key changes once the device has the whole shop, because a search in the address may then find more items.
      return { ...chosen, asked, key: `${asked}/${snapshotComplete}` };
    },
    [asked],
  );
  return (
    <Screen>
      <StickyHeader backTo={paths.items} />
      {first?.asked === asked ? (
        <LabelForm key={first.key} first={first} />
      ) : (
        <LoadingText>Loading items...</LoadingText>
      )}
    </Screen>
  );
}
