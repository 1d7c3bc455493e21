import type { MiddlewareHandler } from 'hono';
import { IMAGE_BYTES_LIMIT } from '../../../domain/items/item-image.ts';
import { pictureTurns } from '../../images/picture-turns.ts';
import type { AppEnv } from '../context.ts';
import { isForm } from '../request/read-form.ts';

const FILE = /\/items\/\d+\/images\/[0-9a-f]+\/file$/;

/** Reads bodies with images only while there is memory for them; else answers 503 with Retry-After (R-LIM-06). */
export const holdPictures: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isFile = c.req.method === 'PUT' && FILE.test(c.req.path);
  if (!isFile && !(isForm(c) && c.req.method !== 'GET')) return await next();
  // A body without a length is cut off at the limit. Node cuts off a body that is longer than its stated length.
  const said = Number(c.req.header('content-length') ?? Number.NaN);
  const bytes = Number.isFinite(said) ? said : IMAGE_BYTES_LIMIT;
  return await pictureTurns.hold(bytes, next);
};
