import { Text } from '@mantine/core';
import { itemWithSku } from '../../../sync/store/item-history.ts';
import { useLive } from '../../state/replica.tsx';

/** Warns that another item has the same code. Both may have it: a person decides (M12, G47). */
export function SameSku({ sku, itemId }: { sku: string | null; itemId: number | null }) {
  const code = sku?.trim() ?? '';
  const other = useLive(
    async (database) => (code === '' ? undefined : await itemWithSku(database, code, itemId)),
    [code, itemId],
  );
  if (other === undefined) return null;
  return (
    <Text size="sm" fw={600} role="status" className="k-breakable" mt={4}>
      {`Same SKU as ${other.name}`}
    </Text>
  );
}
