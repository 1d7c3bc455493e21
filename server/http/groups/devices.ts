import { Hono } from 'hono';
import type { ServerPorts } from '../../mutate/server-store.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { versionRoutes } from '../routes/version.ts';
import { openApiRoutes } from '../routes/openapi.ts';
import { eventRoutes } from '../routes/events.ts';
import { syncRoutes } from '../routes/sync.ts';
import { deviceRoutes } from '../routes/devices.ts';
import { webPushRoutes } from '../routes/web-push.ts';

/** Registers the calls that devices make without a person, and the description of the API. */
export function deviceCalls(deps: AppDeps, ports: ServerPorts): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  calls.route('/', versionRoutes(deps));
  calls.route('/', openApiRoutes(deps));
  calls.route('/', eventRoutes(deps));
  calls.route('/', syncRoutes(ports, deps));
  calls.route('/', deviceRoutes(deps));
  calls.route('/', webPushRoutes(deps));
  return calls;
}
