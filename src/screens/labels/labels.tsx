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

/** /items/labels (R-PRN-34 to R-PRN-38): labels for the items that the address names, and for any others. */
export function Labels() {
  usePageTitle('Print labels');
  const [address] = useSearchParams();
  const { search } = useReplica();
  const asked = address.toString();
  const first = useLive(
    async (database) => {
      const { snapshotComplete } = await replicaStateOf(database);
      const chosen = await linesOfAddress(database, search, new URLSearchParams(asked));
      // Once the device has the whole shop the address may name more.
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
