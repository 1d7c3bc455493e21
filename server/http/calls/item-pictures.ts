import * as v from 'valibot';
import { ITEM_IMAGES_MAX } from '../../../domain/items/item-image.ts';
import type { Database } from '../../db/database.ts';
import { setImages } from '../../images/keep-image.ts';
import type { UploadFolder } from '../../images/upload-folder.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import { answer } from '../answer.ts';
import { itemAnswer } from '../answers/item.ts';
import type { AppContext } from '../context.ts';
import { type ItemForm, readItemForm } from '../inputs/item-form.ts';
import { refusedImage } from '../inputs/picture.ts';
import { isForm } from '../request/read-form.ts';
import { judge, readJson } from '../request/read-json.ts';
import { readShop, requireRow } from './read-shop.ts';
import { requireSession } from '../middleware/session.ts';

export interface PictureParts {
  database: Database;
  ports: ServerPorts;
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

/** Throws if the images of the form do not fit. Called before anything is written, so no half of a change is stored. */
export async function requireRoom(
  c: AppContext,
  { database }: PictureParts,
  id: number,
  form: ItemForm | null,
): Promise<void> {
  if (form === null) return;
  const session = requireSession(c);
  const item = await readShop(database, session, (sql) => requireRow(sql, session, 'item', id));
  const staying = item.images.filter(({ key }) => form.kept?.includes(key) ?? true);
  const added = form.pictures.filter(({ key }) => !staying.some((image) => image.key === key));
  if (staying.length + added.length > ITEM_IMAGES_MAX) throw refusedImage('too_many');
}

/** Adds the images of the request to the item, and returns the response with them. */
export async function withPictures(
  c: AppContext,
  { database, ports, folder }: PictureParts,
  made: Response,
  form: ItemForm | null,
): Promise<Response> {
  if (!made.ok || form === null || (form.pictures.length === 0 && form.kept === null)) return made;
  const session = requireSession(c);
  const { data } = v.parse(v.object({ data: v.object({ id: v.number() }) }), await made.json());
  const kept = await setImages(ports, folder, { businessId: session.businessId, itemId: data.id }, form);
  if (kept === 'not_listed') throw refusedImage('too_many');
  const item = await readShop(database, session, (sql) => requireRow(sql, session, 'item', data.id));
  return answer(c, itemAnswer(item, session), { status: made.status === 201 ? 201 : 200 });
}
