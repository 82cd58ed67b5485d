/** The Express application: middleware and routes, in the order in which they handle a request. */
import express, { type Express, type RequestHandler, Router } from 'express';
import { proxiesForExpress, type TrustProxy } from '../../config/env/proxy-networks.ts';
import type { DeviceApi } from '../../fleet/calls/device-api.ts';
import type { DataApi } from '../../fleet/inbound/data-api.ts';
import type { HookApi } from '../../fleet/inbound/repo-hook.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Parts } from '../../platform/base/parts.ts';
import { callContexts } from './call-context.ts';
import { errorHandler, notFound } from './error-handler.ts';
import { publicPath } from './forwarded-prefix.ts';
import { requestContext } from './request-context.ts';
import { requireHttp1 } from './require-http1.ts';
import { type AdminAccess, adminRoutes } from './routes/api/admin.ts';
import { currentScreenRoute } from './routes/api/current-screen.ts';
import { dataRoute } from './routes/api/data/[name].ts';
import { displayCurrentRoute } from './routes/api/display/current.ts';
import { displayRoute } from './routes/api/display.ts';
import { repoHookRoute } from './routes/api/hooks/repo/[handle].ts';
import { imageRoute } from './routes/api/image/[hash].png.ts';
import { logRoute } from './routes/api/log.ts';
import { setupRoute } from './routes/api/setup.ts';
import { timeRoute } from './routes/api/time.ts';
import { consoleRoutes } from './routes/console.ts';
import { frameBmpRoute } from './routes/frame/[key].bmp.ts';
import { frameJpegRoute } from './routes/frame/[key].jpg.ts';
import { framePngRoute } from './routes/frame/[key].png.ts';
import { framePageRoute } from './routes/frame/[key].ts';
import { healthRoute } from './routes/health.ts';
import { startRoute } from './routes/index.ts';
import { openApiRoute } from './routes/openapi.json.ts';
import { readyRoute } from './routes/ready.ts';
import { swaggerUiRoute } from './routes/swagger-ui.ts';
import { timesForAdmins } from './server-timing.ts';
import { PUBLIC_URL } from './session-cookie.ts';

export interface HttpOptions {
  readonly device: DeviceApi;
  readonly admin: AdminAccess;
  readonly data: DataApi;
  readonly hooks: HookApi;
  readonly logger: Logger;
  /** Loads parts of the server after its start. */
  readonly parts: Parts;
  /** The folder of the web console; it need not exist. */
  readonly consoleDir: string;
  readonly isReady: () => boolean;
  readonly publicUrl: string | null;
  /** Null trusts no proxy. */
  readonly trustProxy: TrustProxy | null;
}

export function createApp(options: HttpOptions): Express {
  const { device, admin, data, hooks, logger, parts, isReady, publicUrl, trustProxy } = options;
  const contexts = callContexts(publicUrl);
  const tellTimes = timesForAdmins(admin);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Routes that take a query read it themselves.
  app.set('query parser', false);
  app.set(PUBLIC_URL, publicUrl);
  if (trustProxy !== null) app.set('trust proxy', proxiesForExpress(trustProxy));

  app.use((request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Devices whose base address was entered with a slash at its end ask for //api/display.
    request.url = request.url.replace(/^\/{2,}/, '/');
    next();
  });
  app.use(requestContext(logger, device.engineEvents));
  app.use((request, _response, next) => {
    requireHttp1(request);
    next();
  });
  // One router for all: each takes some microseconds of a request.
  const router = Router();
  displayRoute(router, device, contexts, tellTimes);
  displayCurrentRoute(router, device, contexts);
  currentScreenRoute(router, device, contexts);
  imageRoute(router, device, tellTimes);
  setupRoute(router, device, contexts);
  logRoute(router, device, contexts);
  timeRoute(router, device);
  const frames = { api: device, contexts, tellTimes };
  framePngRoute(router, frames);
  frameJpegRoute(router, frames);
  frameBmpRoute(router, frames);
  framePageRoute(router, device, contexts);
  dataRoute(router, data);
  repoHookRoute(router, hooks);
  healthRoute(router);
  readyRoute(router, isReady);
  // Pictures may be shown by pages of others, what follows may not.
  router.use(ownPagesOnly);
  const files = parts.add(async () => {
    const { readConsole } = await import('./console/files.ts');
    return readConsole(options.consoleDir, logger);
  });
  startRoute(router, parts, { publicUrl, isReady, isAdminOn: admin.gate.isThere, console: files });
  openApiRoute(router, parts, publicUrl);
  swaggerUiRoute(router, parts);
  app.use(router);
  // Devices call none of these.
  const forPeople = [consoleRoutes({ auth: admin, files, publicUrl }), adminRoutes(admin, parts, publicUrl)];
  app.use(forPeople);
  app.use(belowPath(publicPath(publicUrl), [router, ...forPeople]));
  app.use(notFound);
  app.use(errorHandler);
  return app;
}

/** Browsers hand these answers to pages of this server alone, whatever element of a page asks for them. */
function ownPagesOnly(...[, response, next]: Parameters<RequestHandler>): void {
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
}

/**
 * The same addresses below the path of the public URL. Proxies take it off. Who calls the server itself, by its address in
 * the network, still gets pages whose links begin with it.
 */
function belowPath(path: string, routes: readonly RequestHandler[]): Router {
  const router = Router();
  if (path === '') return router;
  const below = Router().use([...routes]);
  router.use((request, response, next) => {
    if (!request.url.startsWith(`${path}/`)) return next();
    request.url = request.url.slice(path.length);
    return below(request, response, next);
  });
  return router;
}
