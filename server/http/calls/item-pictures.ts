import type * as v from 'valibot';
import type { PermittedMutation } from '../../../domain/people/permission.ts';
import type { Item } from '../../../domain/items/item.ts';
import {
  ITEM_IMAGES_MAX,
  type ItemImage,
  newItemImage,
  numbered,
  orderedImages,
} from '../../../domain/items/item-image.ts';
import type { Mutation } from '../../../sync/mutation/mutation.ts';
import type { UploadFolder } from '../../images/upload-folder.ts';
import { itemWithImages } from '../../mutate/item-with-images.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { type ItemForm, readItemForm } from '../inputs/item-form.ts';
import { refusedImage } from '../inputs/picture.ts';
import { isForm } from '../request/read-form.ts';
import { judge, readJson } from '../request/read-json.ts';
import { wasAnswered } from '../request/repeat-key.ts';
import { readShop, requireRow } from './read-shop.ts';
import { requireSession } from '../middleware/session.ts';

export interface PictureParts {
  deps: Pick<AppDeps, 'database' | 'clock'>;
  folder: UploadFolder;
}

/** Reads the input of an item: JSON, or a form with its images. */
export async function readItemInput<Schema extends v.GenericSchema>(
  c: AppContext,
  schema: Schema,
  refuse: (fields: unknown) => void = () => undefined,
): Promise<{ input: v.InferOutput<Schema>; form: ItemForm | null }> {
  if (!isForm(c)) return { input: await readJson(c, schema, refuse), form: null };
  const form = await readItemForm(c);
  refuse(form.fields);
  return { input: judge(schema, form.fields), form };
}

/**
 * Stores the files of the form's images, and returns the mutation that lists them too. The files come first, so that no
 * row says of a file that is missing that it is stored. A repeated call has nothing to store: its answer was kept with
 * the images (SYN-7b).
 * @param itemId the item that is changed; null for a new one
 */
export async function withPictures<Name extends PermittedMutation, Args extends { id: number }>(
  c: AppContext,
  { deps, folder }: PictureParts,
  mutation: Mutation<Name, Args>,
  form: ItemForm | null,
  itemId: number | null = null,
): Promise<Mutation<Name, Args>> {
  if (form === null || (form.pictures.length === 0 && form.kept === null)) return mutation;
  const session = requireSession(c);
  const { businessId } = session;
  if (!(await wasAnswered(c, deps, session))) {
    // Refused before a file is stored, if it is refused for its images.
    if (itemId !== null)
      imagesOf(
        await readShop(deps.database, session, (sql) => requireRow(sql, session, 'item', itemId)),
        form,
        businessId,
      );
    for (const { key, files } of form.pictures) await folder.keep(businessId, key, files);
  }
  return itemWithImages(mutation, (item) => imagesOf(item, form, businessId));
}

/** Returns the images of an item after the form: those that stay, then the new ones. Throws if they are too many. */
function imagesOf({ images }: Item, { pictures, kept }: ItemForm, businessId: number): ItemImage[] {
  const stay = kept === null ? images : orderedImages(images, kept).filter(({ key }) => kept.includes(key));
  const known = new Set(stay.map(({ key }) => key));
  const added = pictures
    .filter(({ key }) => !known.has(key))
    .map(({ key }, index) => ({ ...newItemImage(businessId, key, stay.length + index), isStored: true }));
  if (stay.length + added.length > ITEM_IMAGES_MAX) throw refusedImage('too_many');
  return numbered([...stay, ...added]);
}
