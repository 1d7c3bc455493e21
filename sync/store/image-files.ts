import type { Item } from '../../domain/item.ts';
import type { ShopTables } from './schema.ts';
import { storageFailureOf } from './storage-failure.ts';

/** A picture as the device made it, until the server has it: a queue of its own beside the outbox (SYN-10). */
export interface ImageFile {
  key: string;
  /** The item that it was taken for; a fork may have given that another id since (SYN-20). */
  itemId: number;
  type: 'image/webp' | 'image/jpeg';
  original: ArrayBuffer;
  thumbnail: ArrayBuffer;
  /** 'sent': the server has it, and the row that says so is on its way. */
  state: 'waiting' | 'refused' | 'sent';
  /** Why the server refused it, in its words. */
  refusal: string | null;
  addedAtMs: number;
}

type Shop = { readonly tables: Pick<ShopTables, 'imageFile' | 'rows'> };

/** On the disk before any row names it. Rejects with a StorageFailure. */
export async function addImageFiles({ tables }: Shop, files: readonly ImageFile[]): Promise<void> {
  try {
    await tables.imageFile.bulkPut([...files]);
  } catch (error) {
    throw storageFailureOf(error) ?? error;
  }
}

/** In the order of the keys, without those that are not here. */
export async function imageFilesOf({ tables }: Shop, keys: readonly string[]): Promise<ImageFile[]> {
  return (await tables.imageFile.bulkGet([...keys])).filter((file) => file !== undefined);
}

/** How many wait for the server. */
export const countWaitingFiles = ({ tables }: Shop): Promise<number> =>
  tables.imageFile.where('state').equals('waiting').count();

export async function nextWaitingFile({ tables }: Shop, except: ReadonlySet<string>): Promise<ImageFile | undefined> {
  return await tables.imageFile
    .where('state')
    .equals('waiting')
    .filter(({ key }) => !except.has(key))
    .first();
}

export async function setFileState(
  { tables }: Shop,
  key: string,
  state: ImageFile['state'],
  refusal: string | null = null,
): Promise<void> {
  await tables.imageFile.update(key, { state, refusal });
}

export const removeImageFiles = ({ tables }: Shop, keys: readonly string[]): Promise<void> =>
  tables.imageFile.bulkDelete([...keys]);

/** Files that the server has, and those whose image is listed nowhere: the newest of these may be ahead of their row. */
export async function spentFiles(shop: Shop, unlistedBeforeMs: number): Promise<ImageFile[]> {
  const spent: ImageFile[] = [];
  // A handful: what waits, and what has just been sent.
  for (const file of await shop.tables.imageFile.toArray()) {
    const item = await itemListing(shop, file);
    const isStored = item?.images.some(({ key, isStored: stored }) => key === file.key && stored) ?? false;
    if (isStored || (item === undefined && file.addedAtMs < unlistedBeforeMs)) spent.push(file);
  }
  return spent;
}

/** The item that lists the picture of a file, by whichever id it goes now. */
export async function itemListing({ tables }: Shop, { itemId, key }: ImageFile): Promise<Item | undefined> {
  const lists = (item: Item | undefined) => item?.images.some((image) => image.key === key) ?? false;
  const own = await tables.rows.item.get(itemId);
  return lists(own) ? own : await tables.rows.item.filter(lists).first();
}
