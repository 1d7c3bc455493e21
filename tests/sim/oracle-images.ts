import type { Item } from '../../domain/items/item.ts';
import type { Effect } from './oracle-facts.ts';
import { hold } from './violation.ts';

interface Album {
  keys: string[];
  gone: string[];
}

const ALBUM_MAX = 5;
const REMEMBERED_MAX = 20;

/** The simulation's own rules for images of items: additions, removals, and the last order (M14). */
export function createImageBook(hasItem: (id: number) => boolean) {
  const albums = new Map<number, Album>();
  const albumOf = (id: number): Album => {
    const album = albums.get(id) ?? { keys: [], gone: [] };
    albums.set(id, album);
    return album;
  };
  const effects: Record<string, Effect> = {
    'item.addImage'({ id, key }) {
      if (!hasItem(id)) return 'refused';
      const album = albumOf(id);
      const name = String(key);
      if (album.keys.includes(name) || album.gone.includes(name)) return 'merged';
      if (album.keys.length === ALBUM_MAX) return 'refused';
      album.keys.push(name);
      return 'applied';
    },
    'item.removeImage'({ id, key }) {
      if (!hasItem(id)) return 'refused';
      const album = albumOf(id);
      album.keys = album.keys.filter((known) => known !== key);
      album.gone = [...album.gone.filter((known) => known !== key), String(key)].slice(-REMEMBERED_MAX);
      return 'applied';
    },
    'item.orderImages'({ id, keys }) {
      if (!hasItem(id)) return 'refused';
      const album = albumOf(id);
      const wished = (keys as string[]).filter((key) => album.keys.includes(key));
      album.keys = [...new Set([...wished, ...album.keys])];
      return 'applied';
    },
  };
  return {
    effects,
    compare(item: Item): void {
      const expected = albums.get(item.id)?.keys ?? [];
      const found = item.images.map(({ key }) => key);
      hold(
        found.join() === expected.join() && item.images.every(({ order }, index) => order === index),
        '1',
        () => `item ${item.id} has the images ${found.join()} instead of ${expected.join()}`,
      );
    },
  };
}
