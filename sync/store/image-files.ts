import { uploadedImage } from '../../domain/business.ts';
import type { Item } from '../../domain/items/item.ts';
import type { ShopImage } from '../../domain/items/item-image.ts';
import type { RoomyWrites } from '../local-database.ts';
import type { WireMutation } from '../protocol/push.ts';
import { readState } from './database/dexie-tx.ts';
import type { ShopTables } from './database/schema.ts';
import { storageFailureOf } from './database/storage-failure.ts';

/** A picture as the device made it, stored until the server has it: a queue of its own beside the outbox (SYN-10). */
export interface ImageFile {
  key: string;
  /**
   * The item that the picture was taken for; a fork may have given the item another id since (SYN-20). null: the
   * business itself.
   */
  itemId: number | null;
  type: 'image/webp' | 'image/jpeg';
  original: ArrayBuffer;
  thumbnail: ArrayBuffer;
  /** 'sent': the server has the file, and the row that says so has not been pulled yet. */
  state: 'waiting' | 'refused' | 'sent';
  /** Why the server refused the file, in the server's words. */
  refusal: string | null;
  /** The HTTP status of the last failed answer; absent if none failed. */
  failedStatus?: number | null;
  addedAtMs: number;
}

/** A picture as a row lists it, and that row's item; null: the picture of the business. */
export interface ImageListing {
  itemId: number | null;
  image: ShopImage;
}

type Shop = { readonly tables: Pick<ShopTables, 'imageFile' | 'meta' | 'outbox' | 'rows'> };

/**
 * Stores the files; a full device makes room for them (SYN-26). Must resolve before any row names them. Rejects with a
 * StorageFailure.
 */
export const addImageFiles = ({ tables, withRoom }: Shop & RoomyWrites, files: readonly ImageFile[]): Promise<void> =>
  withRoom(async () => {
    try {
      await tables.imageFile.bulkPut([...files]);
    } catch (error) {
      throw storageFailureOf(error) ?? error;
    }
  });

/** Returns the files in the order of the keys, without those that are not on this device. */
export async function imageFilesOf({ tables }: Shop, keys: readonly string[]): Promise<ImageFile[]> {
  return (await tables.imageFile.bulkGet([...keys])).filter((file) => file !== undefined);
}

/** Returns how many files wait for the server. */
export const countWaitingFiles = ({ tables }: Shop): Promise<number> =>
  tables.imageFile.where('state').equals('waiting').count();

/**
 * Returns how many files the server does not have: those that wait, and refused ones about which a person has not
 * decided yet.
 */
export const countUnsentFiles = ({ tables }: Shop): Promise<number> =>
  tables.imageFile.where('state').anyOf('waiting', 'refused').count();

export async function nextWaitingFile({ tables }: Shop, except: ReadonlySet<string>): Promise<ImageFile | undefined> {
  return await tables.imageFile
    .where('state')
    .equals('waiting')
    .filter(({ key }) => !except.has(key))
    .first();
}

/** A picture that the server refused, and the row that still lists it (M14). */
export interface RefusedImage {
  file: ImageFile;
  listing: ImageListing;
}

/**
 * Returns the refused files that a person must retry or give up, oldest first, without images that no row lists any
 * more.
 */
export async function refusedImages(shop: Shop): Promise<RefusedImage[]> {
  const refused: RefusedImage[] = [];
  for (const file of await shop.tables.imageFile.where('state').equals('refused').sortBy('addedAtMs')) {
    const listing = await listingOf(shop, file);
    if (listing) refused.push({ file, listing });
  }
  return refused;
}

/** Sets the state of a file and what the server said of it. A retry clears what the server said. */
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
 * Lets files be sent once more that the server took but that no pulled row says it has: a server that was restored since
 * has lost them (SYN-21). A server that still has them changes nothing.
 */
export async function resendUnconfirmed(shop: Shop): Promise<void> {
  for (const file of await shop.tables.imageFile.where('state').equals('sent').toArray()) {
    const listing = await listingOf(shop, file);
    if (listing?.image.isStored === false) await setFileState(shop, file.key, 'waiting');
  }
}

/**
 * Returns the files that can be deleted: those that the server has, and those whose image no row lists. Three kinds of
 * unlisted files must stay: new ones, whose row may not be written yet; those of an act that is still in the outbox,
 * because a person may retry it (SYN-5); and, after a logout, all of them until the shop's rows are here again (SYN-24).
 */
export async function spentFiles(shop: Shop, unlistedBeforeMs: number): Promise<ImageFile[]> {
  const { imageFile, meta, outbox, rows } = shop.tables;
  // Read everything in one transaction, because rows may come or go between two reads.
  return await imageFile.db.transaction('r', [imageFile, meta, outbox, rows.business, rows.item], async () => {
    const files = await imageFile.toArray();
    // Few devices have a file: do not read the outbox for nothing.
    if (files.length === 0) return [];
    const { snapshotComplete } = await readState(meta);
    const inOutbox = new Set((await outbox.toArray()).map(({ wire }) => imageKeyOf(wire)));
    const isUnlistedSpent = ({ key, addedAtMs }: ImageFile) =>
      snapshotComplete && addedAtMs < unlistedBeforeMs && !inOutbox.has(key);
    const spent: ImageFile[] = [];
    for (const file of files) {
      const listing = await listingOf(shop, file);
      if (listing ? listing.image.isStored : isUnlistedSpent(file)) spent.push(file);
    }
    return spent;
  });
}

/** Returns the key of the picture that an act lists; undefined if it lists none. */
const imageKeyOf = ({ args }: WireMutation): unknown =>
  typeof args === 'object' && args !== null && 'key' in args ? args.key : undefined;

/** Returns the row that lists the picture of a file. An item is found also if it has another id now. */
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
