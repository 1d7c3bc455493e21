import { Hono } from 'hono';
import { IMAGE_BYTES_LIMIT, ITEM_IMAGES_MAX } from '../../domain/items/item-image.ts';
import type { Database } from '../db/database.ts';
import type { UploadFolder } from '../images/upload-folder.ts';
import { createServerPorts } from './calls/server-ports.ts';
import type { App, AppDeps, AppEnv } from './context.ts';
import { notFound, outdated } from './errors.ts';
import { accountCalls } from './groups/accounts.ts';
import { deviceCalls } from './groups/devices.ts';
import { goodsCalls } from './groups/goods.ts';
import { shopCalls } from './groups/shop.ts';
import { tradeCalls } from './groups/trade.ts';
import { compressAnswers } from './middleware/compress.ts';
import { holdPictures } from './middleware/hold-pictures.ts';
import { JSON_BYTES_MAX, limitBodies } from './middleware/limits.ts';
import { noteApiExports } from './middleware/note-api-export.ts';
import { permitCalls } from './middleware/permit-calls.ts';
import { refuseOtherOrigins } from './middleware/same-origin.ts';
import { identify } from './middleware/session.ts';
import { storefrontRoutes } from './routes/storefront.ts';

/** Routes that limit their bodies themselves: bulk requests of devices, and files of images. */
const COUNTED_PATHS = /^\/api(\/v1)?\/(sync\/(push|acts)|items\/\d+\/images\/[0-9a-f]+\/file)$/;
/** Routes that accept a form with files: an item with its images (C-093), and the business's image (R-API-38). */
const FORMS = {
  paths: /^\/api(\/v1)?\/(items(\/\d+)?|business\/\d+\/profile-image)$/,
  bytesMax: ITEM_IMAGES_MAX * IMAGE_BYTES_LIMIT + JSON_BYTES_MAX,
};

/** Creates all calls of /api/v1, and the middleware before them: limits, the session, permissions. */
export function createApi(deps: AppDeps, folder: UploadFolder, visitors: Database): App {
  const api = new Hono<AppEnv>();
  api.use(
    compressAnswers,
    limitBodies(COUNTED_PATHS, FORMS),
    refuseOtherOrigins(deps),
    identify(deps),
    permitCalls,
    noteApiExports(deps),
    holdPictures,
  );
  api.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  const ports = createServerPorts(deps);
  api.route('/', accountCalls(deps));
  api.route('/', deviceCalls(deps, ports));
  api.route('/', goodsCalls(deps, ports, folder));
  api.route('/', tradeCalls(deps, ports));
  api.route('/', shopCalls(deps, ports, folder));
  api.route('/', storefrontRoutes(deps, visitors));
  // This build has no such sync call, so the caller's build is too old or too new.
  api.all('/sync/*', () => {
    throw outdated();
  });
  api.all('*', () => {
    throw notFound();
  });
  return api;
}
