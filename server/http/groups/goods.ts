import { Hono } from 'hono';
import type { UploadFolder } from '../../images/upload-folder.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { itemRoutes } from '../routes/items.ts';
import { itemImageRoutes } from '../routes/item-images.ts';
import { stockRoutes } from '../routes/stock.ts';

/** Registers the calls for items, their images and their stock. */
export function goodsCalls(deps: AppDeps, ports: ServerPorts & PlainPorts, folder: UploadFolder): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  calls.route('/', itemRoutes(deps, ports, folder));
  calls.route('/', itemImageRoutes(deps, ports, folder));
  calls.route('/', stockRoutes(deps, ports));
  return calls;
}
