import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { Arrival } from '../../ui/layer/arrival.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** The switch that shows the item in the public store (R-ITEM-10 to R-ITEM-14, R-GEN-10, M15). */
export function StoreSwitch({
  item,
  isBare = false,
}: {
  item: Pick<Item, 'id' | 'name' | 'isKauntaEnabled'>;
  /** True in a table column whose head names it: then without a visible label. */
  isBare?: boolean;
}) {
  const { run } = useReplica();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const switching = useOneAtATime(item.isKauntaEnabled);
  const setStore = (isKauntaEnabled: boolean) =>
    switching.start(async () => {
      setWanted(isKauntaEnabled);
      const result = await saved(run('item.setStore', () => ({ id: item.id, isKauntaEnabled }), switching.act));
      if (!result.ok) return showFailure('Failed to update Kaunta status', result.reason);
      showSuccess('Kaunta status updated successfully');
      return SPENT;
    });
  return (
    <>
      {/* Rows appear and disappear: only a switch that was turned here arrives. */}
      {item.isKauntaEnabled === wanted && <Arrival />}
      <Switch
        className="k-over-link"
        {...(isBare ? { 'aria-label': `Display on Kaunta Store: ${item.name}` } : { label: 'Display on Kaunta Store' })}
        checked={item.isKauntaEnabled}
        onChange={(event) => setStore(event.currentTarget.checked)}
      />
    </>
  );
}
