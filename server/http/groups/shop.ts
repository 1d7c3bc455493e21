import { Hono } from 'hono';
import type { UploadFolder } from '../../images/upload-folder.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { businessCategoryRoutes } from '../routes/business-categories.ts';
import { businessRoutes } from '../routes/business.ts';
import { businessImageRoutes } from '../routes/business-image.ts';
import { conflictRoutes } from '../routes/conflicts.ts';
import { feedbackRoutes } from '../routes/feedback.ts';
import { exportRoutes } from '../routes/exports.ts';

/** Registers the calls for the business itself and for the shop as a whole. */
export function shopCalls(deps: AppDeps, ports: ServerPorts & PlainPorts, folder: UploadFolder): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  calls.route('/', businessCategoryRoutes());
  calls.route('/', businessRoutes(deps, ports));
  calls.route('/', businessImageRoutes(deps, ports, folder));
  calls.route('/', conflictRoutes(deps, ports));
  calls.route('/', feedbackRoutes(ports));
  calls.route('/', exportRoutes(deps, ports));
  return calls;
}
