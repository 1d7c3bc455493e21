import { Switch } from '@mantine/core';
import type { Item } from '../../../domain/item.ts';
import { saved } from '../../app/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

/** Whether the public store shows the item (R-ITEM-10 to R-ITEM-14, R-GEN-10, M15). */
export function StoreSwitch({ item }: { item: Pick<Item, 'id' | 'isKauntaEnabled'> }) {
  const { run } = useReplica();
  const switching = useOneAtATime();
  const setStore = (isKauntaEnabled: boolean) =>
    switching.start(async () => {
      const result = await saved(run('item.setStore', () => ({ id: item.id, isKauntaEnabled })));
      if (result.ok) showSuccess('Kaunta status updated successfully');
      else showFailure('Failed to update Kaunta status', result.reason);
    });
  return (
    <Switch
      className="k-over-link"
      label="Display on Kaunta Store"
      checked={item.isKauntaEnabled}
      onChange={(event) => setStore(event.currentTarget.checked)}
    />
  );
}
