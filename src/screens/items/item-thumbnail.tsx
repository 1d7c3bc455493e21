import { Center } from '@mantine/core';
import { IconPackage, IconTool } from '@tabler/icons-react';
import type { Item } from '../../../domain/items/item.ts';
import { useShownImages } from '../../state/shown-images.ts';
import { Picture } from '../../parts/picture/picture.tsx';

/** The item's first picture, or an icon for its type (R-ITEM-03). Decorative: the name is beside it. */
export function ItemThumbnail({ item }: { item: Pick<Item, 'images' | 'type'> }) {
  const [first] = useShownImages(item.images.slice(0, 1));
  const Icon = item.type === 'service' ? IconTool : IconPackage;
  const sign = <Icon size={28} aria-hidden />;
  if (first === undefined) return <Center className="k-thumbnail">{sign}</Center>;
  return <Picture image={first} alt="" fallback={sign} />;
}
