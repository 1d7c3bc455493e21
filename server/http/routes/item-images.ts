import { Hono } from 'hono';
import * as v from 'valibot';
import { IMAGE_BYTES_LIMIT, imageKeySchema } from '../../../domain/items/item-image.ts';
import { itemAddImage, itemOrderImages, itemRemoveImage } from '../../../sync/mutation/item-image.ts';
import { keepListedImage } from '../../images/keep-image.ts';
import { IMAGE_FILE_NAMES, type UploadFolder } from '../../images/upload-folder.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import { answer } from '../answer.ts';
import { writtenItem } from '../calls/item-viewer.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { imageKeyInputSchema, imageOrderInputSchema } from '../inputs/item-image.ts';
import { pictureOf, refusedImage } from '../inputs/picture.ts';
import { readAtMost } from '../middleware/limits.ts';
import { addMutationRoute, type RouteCall } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Calls for an item's images. Mutations change their list; the files have calls of their own (R-IMG, M14, SYN-10). */
export function itemImageRoutes(
  { database }: AppDeps,
  ports: ServerPorts & PlainPorts,
  folder: UploadFolder,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  addMutationRoute(routes, ports, itemOrderImages, async (c) => {
    const { keys } = await readJson(c, imageOrderInputSchema);
    return itemCall(rowId(c.req.param('id')), { keys });
  });
  addMutationRoute(routes, ports, itemAddImage, async (c) => {
    const { key } = await readJson(c, imageKeyInputSchema);
    return itemCall(rowId(c.req.param('id')), { key });
  });
  addMutationRoute(routes, ports, itemRemoveImage, async (c) =>
    itemCall(rowId(c.req.param('id')), { key: keyOf(c.req.param('key')) }),
  );

  // Uploads the file of an image that the item lists. The file of a key never changes, so the call may be repeated.
  routes.put('/items/:id/images/:key/file', async (c) => {
    const session = requireSession(c);
    const image = { businessId: session.businessId, itemId: rowId(c.req.param('id')), key: keyOf(c.req.param('key')) };
    const item = await readShop(database, session, (sql) => requireRow(sql, session, 'item', image.itemId));
    const listed = item.images.find(({ key }) => key === image.key);
    if (!listed) throw notListed();
    const bytes = await readAtMost(c, IMAGE_BYTES_LIMIT, () => refusedImage('too_large'));
    const isKept = listed.isStored && (await folder.has(image.businessId, image.key));
    if (!isKept) {
      const kept = await keepListedImage(ports, folder, image, await pictureOf(bytes));
      if (kept === 'no_row') throw noSuchRow();
      if (kept === 'not_listed') throw notListed();
    }
    return answer(c, { key: image.key, isStored: true });
  });
  return routes;
}

/** Serves the files of images to anybody who knows their address: users, and visitors of the storefront. */
export function uploadRoutes(folder: UploadFolder): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/uploads/:businessId/:key/:file', async (c) => {
    const { businessId, key, file } = c.req.param();
    if (!/^\d{1,16}$/.test(businessId) || !v.is(imageKeySchema, key)) return noFile(c);
    const name = IMAGE_FILE_NAMES.find((known) => file === `${known}.webp`);
    const isPreview = file === 'preview.jpg';
    const bytes = isPreview
      ? await folder.readPreview(Number(businessId), key)
      : name && (await folder.read(Number(businessId), key, name));
    if (!bytes) return noFile(c);
    const type = isPreview ? 'image/jpeg' : 'image/webp';
    return c.body(bytes, 200, { 'content-type': type, 'cache-control': FOREVER });
  });
  return routes;
}

/** Answers 404, not to be cached: the file may still be uploaded. */
const noFile = (c: AppContext): Response => c.text('Not Found', 404, { 'cache-control': 'no-store' });

const keyOf = (text: string | undefined): string => {
  const parsed = v.safeParse(imageKeySchema, text);
  if (!parsed.success) throw notFound();
  return parsed.output;
};

/** Returns the refusal of a file whose key the item does not list: not yet, or not any more. */
const notListed = (): ApiError => new ApiError(409, 'Not accepted', 'The item does not list this image.');

function itemCall<Args extends object>(id: number, rest: Args): RouteCall<Args & { id: number }> {
  return {
    idCount: 0,
    args: async () => ({ id, ...rest }),
    data: (rows, _args, facts) => writtenItem(rows, id, facts),
  };
}
