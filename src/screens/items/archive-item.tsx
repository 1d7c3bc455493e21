import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import type { Item } from '../../../domain/items/item.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** Archives an item (it leaves lists, pickers and the store), or restores it. Its history stays (C-105, M16, G18). */
export function ArchiveItem({ item }: { item: Pick<Item, 'id' | 'name' | 'isActive'> }) {
  const { run } = useReplica();
  const saving = useOneAtATime(item.isActive);
  const setActive = (isActive: boolean) =>
    saving.start(async () => {
      const result = await saved(run('item.setActive', () => ({ id: item.id, isActive }), saving.act));
      if (!result.ok) return showFailure(isActive ? 'Failed to restore item' : 'Failed to archive item', result.reason);
      showSuccess(isActive ? 'Item restored' : 'Item archived', item.name);
      return SPENT;
    });
  return item.isActive ? (
    <Button
      key="archive"
      className="k-arrives"
      variant="default"
      loading={saving.isBusy}
      leftSection={<IconArchive size={18} aria-hidden />}
      onClick={() => setActive(false)}
    >
      Archive item
    </Button>
  ) : (
    <Button
      key="restore"
      className="k-arrives"
      variant="default"
      loading={saving.isBusy}
      leftSection={<IconArchiveOff size={18} aria-hidden />}
      onClick={() => setActive(true)}
    >
      Restore item
    </Button>
  );
}
