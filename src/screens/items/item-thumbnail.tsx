import { Center } from '@mantine/core';
import { IconPackage, IconTool } from '@tabler/icons-react';
import type { Item } from '../../../domain/item.ts';

/** The item's first picture, or the sign of its kind in its place (R-ITEM-03). Decorative: the name stands beside it. */
export function ItemThumbnail({ item }: { item: Pick<Item, 'images' | 'type'> }) {
  const [first] = item.images;
  const Icon = item.type === 'service' ? IconTool : IconPackage;
  return (
    <Center className="k-thumbnail">
      {first === undefined ? (
        <Icon size={28} aria-hidden />
      ) : (
        <img src={first.thumbnailUrl} alt="" width={64} height={64} loading="lazy" />
      )}
    </Center>
  );
}
