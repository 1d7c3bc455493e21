import { Hono } from 'hono';
import { IMAGE_BYTES_LIMIT, ITEM_IMAGES_MAX } from '../../domain/item-image.ts';
import { GuessGate } from '../account/guess-gate.ts';
import type { Database } from '../db/database.ts';
import { type UploadFolder, uploadFolderOf } from '../images/upload-folder.ts';
import { visitorsDatabase } from '../storefront/visitors-database.ts';
import { warnOfUntrustedProxy } from './client-address.ts';
import { compressAnswers } from './compress.ts';
import type { App, AppDeps, AppEnv } from './context.ts';
import { answerError, noteRefusal, notFound, outdated } from './errors.ts';
import { holdPictures } from './hold-pictures.ts';
import { JSON_BYTES_MAX, limitBodies } from './limits.ts';
import { noteApiExports } from './note-api-export.ts';
import { createPages } from './pages.ts';
import { permitCalls } from './permit-calls.ts';
import { logRequests } from './request-log.ts';
import { authRoutes } from './routes/auth.ts';
import { registerRoutes } from './routes/register.ts';
import { businessRoutes } from './routes/business.ts';
import { businessImageRoutes } from './routes/business-image.ts';
import { businessCategoryRoutes } from './routes/business-categories.ts';
import { conflictRoutes } from './routes/conflicts.ts';
import { customerRoutes } from './routes/customers.ts';
import { deviceRoutes } from './routes/devices.ts';
import { eventRoutes } from './routes/events.ts';
import { cashCountRoutes } from './routes/cash-counts.ts';
import { exportRoutes } from './routes/exports.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { healthRoutes } from './routes/health.ts';
import { itemImageRoutes, uploadRoutes } from './routes/item-images.ts';
import { itemRoutes } from './routes/items.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { orderRoutes } from './routes/orders.ts';
import { paymentMethodRoutes } from './routes/payment-methods.ts';
import { pinRoutes } from './routes/pins.ts';
import { webPushRoutes } from './routes/web-push.ts';
import { purchaseRoutes } from './routes/purchases.ts';
import { saleRoutes } from './routes/sales.ts';
import { securityRoutes } from './routes/security.ts';
import { stockRoutes } from './routes/stock.ts';
import { storefrontRoutes } from './routes/storefront.ts';
import { supplierRoutes } from './routes/suppliers.ts';
import { storePageRoutes } from './routes/store-pages.ts';
import { syncRoutes } from './routes/sync.ts';
import { userRoutes } from './routes/users.ts';
import { versionRoutes } from './routes/version.ts';
import { refuseOtherOrigins } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { createServerPorts } from './server-ports.ts';
import { identify } from './session.ts';

/** Routes that count their bytes themselves: bulk requests of devices, and files of pictures. */
const COUNTED_PATHS = /^\/api(\/v1)?\/(sync\/(push|acts)|items\/\d+\/images\/[0-9a-f]+\/file)$/;
/** An item may come with its pictures (C-093), and the business's own comes as a form (R-API-38). */
const FORMS = {
  paths: /^\/api(\/v1)?\/(items(\/\d+)?|business\/\d+\/profile-image)$/,
  bytesMax: ITEM_IMAGES_MAX * IMAGE_BYTES_LIMIT + JSON_BYTES_MAX,
};

/** The whole server as one function from request to answer. Everything it reaches the world through is handed in. */
export function createApp(deps: AppDeps): App {
  const app = new Hono<AppEnv>();
  app.use(logRequests(deps), warnOfUntrustedProxy(deps), securityHeaders(deps));
  app.route('/', healthRoutes(deps));

  const folder = uploadFolderOf(deps.settings);
  app.route('/', uploadRoutes(folder));
  const visitors = visitorsDatabase(deps.database, deps.settings);
  const api = createApi(deps, folder, visitors);
  app.route('/api/v1', api);
  app.route('/api', api); // the documents write some paths without the version (C-118)

  app.route('/', storePageRoutes(deps, visitors));
  const pages = createPages(deps.settings.staticDir);
  app.get('*', (c) => pages(c));
  app.notFound((c) => answerError(c, notFound()));
  app.onError((error, c) => answerError(c, noteRefusal(c, deps, error)));
  return app;
}

function createApi(deps: AppDeps, folder: UploadFolder, visitors: Database): App {
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
  api.route('/', versionRoutes(deps));
  api.route('/', openApiRoutes(deps));
  const guesses = new GuessGate(deps, 'pin');
  api.route('/', registerRoutes(deps));
  api.route('/', authRoutes(deps, guesses));
  api.route('/', pinRoutes(deps, guesses));
  api.route('/', businessCategoryRoutes());
  api.route('/', eventRoutes(deps));
  const ports = createServerPorts(deps);
  api.route('/', syncRoutes(ports, deps));
  api.route('/', itemRoutes(deps, ports, folder));
  api.route('/', itemImageRoutes(deps, ports, folder));
  api.route('/', stockRoutes(deps, ports));
  api.route('/', customerRoutes(deps, ports));
  api.route('/', supplierRoutes(deps, ports));
  api.route('/', saleRoutes(deps, ports));
  api.route('/', paymentMethodRoutes(deps, ports));
  api.route('/', orderRoutes(deps, ports));
  api.route('/', deviceRoutes(deps));
  api.route('/', webPushRoutes(deps));
  api.route('/', userRoutes(deps));
  api.route('/', securityRoutes(deps));
  api.route('/', purchaseRoutes(deps, ports));
  api.route('/', businessRoutes(deps, ports));
  api.route('/', businessImageRoutes(deps, ports, folder));
  api.route('/', conflictRoutes(deps, ports));
  api.route('/', feedbackRoutes(ports));
  api.route('/', exportRoutes(deps, ports));
  api.route('/', storefrontRoutes(deps, visitors));
  api.route('/', cashCountRoutes(ports));
  // No call of this build's protocol.
  api.all('/sync/*', () => {
    throw outdated();
  });
  api.all('*', () => {
    throw notFound();
  });
  return api;
}
