import { Hono } from 'hono';
import { uploadFolderOf } from '../images/upload-folder.ts';
import { visitorsDatabase } from '../storefront/visitors-database.ts';
import { createApi } from './api.ts';
import type { App, AppDeps, AppEnv } from './context.ts';
import { answerError, noteRefusal, notFound } from './errors.ts';
import { logRequests } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { createPages } from './pages/pages.ts';
import { warnOfUntrustedProxy } from './request/client-address.ts';
import { healthRoutes } from './routes/health.ts';
import { uploadRoutes } from './routes/item-images.ts';
import { storePageRoutes } from './routes/store-pages.ts';

/** Creates the whole server: a function from request to response. Clock, database and so on come in as `deps`. */
export function createApp(deps: AppDeps): App {
  const app = new Hono<AppEnv>();
  app.use(logRequests(deps), warnOfUntrustedProxy(deps), securityHeaders(deps));
  app.route('/', healthRoutes(deps));

  const folder = uploadFolderOf(deps.settings);
  app.route('/', uploadRoutes(folder));
  const visitors = visitorsDatabase(deps.database, deps.settings);
  const api = createApi(deps, folder, visitors);
  app.route('/api/v1', api);
  app.route('/api', api); // The documents write some paths without the version (C-118).

  app.route('/', storePageRoutes(deps, visitors));
  const pages = createPages(deps.settings.staticDir);
  app.get('*', (c) => pages(c));
  app.notFound((c) => answerError(c, notFound()));
  app.onError((error, c) => answerError(c, noteRefusal(c, deps, error)));
  return app;
}
