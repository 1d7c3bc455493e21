import { Hono } from 'hono';
import * as v from 'valibot';
import { uploadedImage } from '../../../domain/business.ts';
import { imageKeySchema } from '../../../domain/items/item-image.ts';
import { businessSetImage } from '../../../sync/mutation/business.ts';
import { keepBusinessImage } from '../../images/keep-image.ts';
import type { UploadFolder } from '../../images/upload-folder.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import { answer } from '../answer.ts';
import { businessAnswer } from '../answers/business.ts';
import { requestOrigin } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { businessImageInputSchema } from '../inputs/business.ts';
import { contentKeyOf, pictureOf } from '../inputs/picture.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { noSuchRow } from '../calls/no-such-row.ts';
import { readForm } from '../request/read-form.ts';
import { invalidInput, judge, readJson } from '../request/read-json.ts';
import { requireSession } from '../middleware/session.ts';
import { ownId, requireBusiness } from './business.ts';

/**
 * Calls for the business's image. A mutation sets its key; the file has a call of its own (R-BIZ-17, R-API-38, M35).
 */
export function businessImageRoutes(
  deps: AppDeps,
  ports: ServerPorts & PlainPorts,
  folder: UploadFolder,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  addMutationRoute(routes, ports, businessSetImage, async (c) => {
    const id = ownId(c);
    const { key } = await readJson(c, businessImageInputSchema);
    return {
      idCount: 0,
      args: async () => ({ id, key }),
      data: async (rows) => businessAnswer(await justWritten(rows, 'business', id), requestOrigin(c, deps.settings)),
    };
  });

  // With a key, uploads the file of the image that the business shows already; such a call may be repeated. Without a
  // key, which is the documents' call, sets the image and uploads its file at once.
  routes.post('/business/:id/profile-image', async (c) => {
    const businessId = ownId(c);
    const { key, bytes } = await readImageForm(c);
    const isListed = key !== null;
    const image = { businessId, key: key ?? contentKeyOf(bytes), isListed };
    const shown = uploadedImage(await requireBusiness(deps, requireSession(c)));
    if (isListed && shown?.key !== key) throw notShown();
    const isKept = shown?.key === image.key && shown.isStored && (await folder.has(businessId, image.key));
    if (!isKept) {
      const kept = await keepBusinessImage(ports, folder, image, await pictureOf(bytes, 'image'));
      if (kept === 'no_row') throw noSuchRow();
      if (kept === 'not_listed') throw notShown();
    }
    const business = await requireBusiness(deps, requireSession(c));
    return answer(c, { ...businessAnswer(business, requestOrigin(c, deps.settings)), key: image.key });
  });
  return routes;
}

/** Returns the refusal of a file whose key the business does not show: not yet, or not any more. */
const notShown = (): ApiError => new ApiError(409, 'Not accepted', 'The business does not show this image.');

async function readImageForm(c: AppContext): Promise<{ key: string | null; bytes: Uint8Array }> {
  const form = await readForm(c);
  const image = form.get('image');
  if (!(image instanceof File) || image.size === 0)
    throw invalidInput([{ path: 'image', message: 'Send the image as the field image' }]);
  const key = judge(v.object({ key: v.nullable(imageKeySchema) }), { key: form.get('key') }).key;
  return { key, bytes: new Uint8Array(await image.arrayBuffer()) };
}
