import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { replicaStateOf } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { useDirtyForm } from '../../state/dirty-form.ts';
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
      const parameters = new URLSearchParams(asked);
      // A search in the address may find more items once the device has the whole shop: then the form begins anew.
      const isWhole = parameters.has('search') && (await replicaStateOf(database)).snapshotComplete;
      return { ...(await linesOfAddress(database, search, parameters)), asked, key: `${asked}/${isWhole}` };
    },
    [asked],
  );
  // More items of the search may arrive. The form begins anew with them, but not over input or a running print.
  const isDirty = useDirtyForm((state) => state.isDirty);
  const [shown, setShown] = useState(first);
  if (shown !== first && !(isDirty && shown?.asked === asked)) setShown(first);
  return (
    <Screen>
      <StickyHeader backTo={paths.items} />
      {shown?.asked === asked ? (
        <LabelForm key={shown.key} first={shown} />
      ) : (
        <LoadingText>Loading items...</LoadingText>
      )}
    </Screen>
  );
}
