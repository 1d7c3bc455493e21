import { uploadedImage } from '../../domain/business.ts';
import type { Item } from '../../domain/items/item.ts';
import type { ShopImage } from '../../domain/items/item-image.ts';
import { readState } from './database/dexie-tx.ts';
import type { ShopTables } from './database/schema.ts';
import { storageFailureOf } from './database/storage-failure.ts';

/** A picture as the device made it, until the server has it: a queue of its own beside the outbox (SYN-10). */
export interface ImageFile {
  key: string;
  /**
   * The item that it was taken for, which a fork may have given another id since (SYN-20); null: the business itself.
   */
  itemId: number | null;
  type: 'image/webp' | 'image/jpeg';
  original: ArrayBuffer;
  thumbnail: ArrayBuffer;
  /** 'sent': the server has it, and the row that says so is on its way. */
  state: 'waiting' | 'refused' | 'sent';
  /** Why the server refused it, in its words. */
  refusal: string | null;
  /** The HTTP status of the last answer that was no yes; absent while there was none. */
  failedStatus?: number | null;
  addedAtMs: number;
}

/** A picture as a row lists it, and that row's item; null: the business's own picture. */
export interface ImageListing {
  itemId: number | null;
  image: ShopImage;
}

type Shop = { readonly tables: Pick<ShopTables, 'imageFile' | 'meta' | 'rows'> };

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

/** How many the server does not have: those that wait, and those that a person has yet to decide on. */
export const countUnsentFiles = ({ tables }: Shop): Promise<number> =>
  tables.imageFile.where('state').anyOf('waiting', 'refused').count();

export async function nextWaitingFile({ tables }: Shop, except: ReadonlySet<string>): Promise<ImageFile | undefined> {
  return await tables.imageFile
    .where('state')
    .equals('waiting')
    .filter(({ key }) => !except.has(key))
    .first();
}

/** A picture that the server did not take, and the row that still lists it (M14). */
export interface RefusedImage {
  file: ImageFile;
  listing: ImageListing;
}

/** Uploads that a person must retry or give up, oldest first. Images that no row lists any more are left out. */
export async function refusedImages(shop: Shop): Promise<RefusedImage[]> {
  const refused: RefusedImage[] = [];
  for (const file of await shop.tables.imageFile.where('state').equals('refused').sortBy('addedAtMs')) {
    const listing = await listingOf(shop, file);
    if (listing) refused.push({ file, listing });
  }
  return refused;
}

/** Its state, and what the server said of it: nothing, once somebody sends it again. */
export async function setFileState(
  { tables }: Shop,
  key: string,
  state: ImageFile['state'],
  { message = null, status = null }: { message?: string | null; status?: number | null } = {},
): Promise<void> {
  await tables.imageFile.update(key, { state, refusal: message, failedStatus: status });
}

export const removeImageFiles = ({ tables }: Shop, keys: readonly string[]): Promise<void> =>
  tables.imageFile.bulkDelete([...keys]);

/**
 * Files that the server has, and those whose image is listed nowhere: the newest of these may be ahead of their row,
 * and before the shop is here again after a logout the rows of all of them are still to come (SYN-24).
 */
export async function spentFiles(shop: Shop, unlistedBeforeMs: number): Promise<ImageFile[]> {
  const { imageFile, meta, rows } = shop.tables;
  // At one moment: between two reads the rows may go, or come.
  return await imageFile.db.transaction('r', [imageFile, meta, rows.business, rows.item], async () => {
    const { snapshotComplete } = await readState(meta);
    const spent: ImageFile[] = [];
    // A handful: what waits, and what has just been sent.
    for (const file of await imageFile.toArray()) {
      const listing = await listingOf(shop, file);
      if (listing ? listing.image.isStored : snapshotComplete && file.addedAtMs < unlistedBeforeMs) spent.push(file);
    }
    return spent;
  });
}

/** The row that lists the picture of a file; an item by whichever id it goes now. */
export async function listingOf(shop: Shop, { itemId, key }: ImageFile): Promise<ImageListing | undefined> {
  return itemId === null ? await ownListing(shop, key) : await itemListing(shop, itemId, key);
}

async function ownListing({ tables }: Shop, key: string): Promise<ImageListing | undefined> {
  const [business] = await tables.rows.business.toArray();
  const image = business && uploadedImage(business);
  return image?.key === key ? { itemId: null, image } : undefined;
}

async function itemListing({ tables }: Shop, itemId: number, key: string): Promise<ImageListing | undefined> {
  const imageOf = (item: Item | undefined) => item?.images.find((image) => image.key === key);
  const named = await tables.rows.item.get(itemId);
  const item = imageOf(named) ? named : await tables.rows.item.filter((each) => imageOf(each) !== undefined).first();
  const image = imageOf(item);
  return item && image && { itemId: item.id, image };
}
