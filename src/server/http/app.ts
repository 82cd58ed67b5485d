/** The Express application: middleware and routers, in the order in which they handle a request. */
import { readFile } from 'node:fs/promises';
import express, { type Express, type RequestHandler, Router } from 'express';
import type { AdminApi } from '../../admin/admin-api.ts';
import { findAssets } from '../../config/env/assets.ts';
import { proxiesForExpress, type TrustProxy } from '../../config/env/proxy-networks.ts';
import type { DeviceApi } from '../../fleet/calls/device-api.ts';
import type { DataApi } from '../../fleet/inbound/data-api.ts';
import type { HookApi } from '../../fleet/inbound/repo-hook.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Parts } from '../../platform/base/parts.ts';
import { type AdminAuth, adminAuth } from './admin-auth.ts';
import { callContexts } from './call-context.ts';
import type { Route, Surroundings } from './calls/call.ts';
import { CONSOLE_ROUTES, OPEN_ROUTES, PAGE_ROUTES } from './calls/calls.ts';
import { errorHandler, notFound } from './error-handler.ts';
import { publicPath } from './forwarded-prefix.ts';
import { requestContext } from './request-context.ts';
import { requireHttp1 } from './require-http1.ts';
import { serveCalls } from './route.ts';
import { timesForAdmins } from './server-timing.ts';
import { PUBLIC_URL } from './session-cookie.ts';

export interface HttpOptions {
  readonly device: DeviceApi;
  readonly admin: AdminAuth;
  /** Opens what the admin API works with; called once. */
  readonly adminApi: () => Promise<AdminApi>;
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
  const { device, logger, publicUrl, trustProxy } = options;
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
  const surroundings = surroundingsOf(options);
  // One router for all: each takes some microseconds of a request.
  const router = Router();
  serve(router, OPEN_ROUTES, surroundings);
  // Pictures may be shown by pages of others, what follows may not.
  router.use(ownPagesOnly);
  serve(router, PAGE_ROUTES, surroundings);
  app.use(router);
  // Devices call none of these.
  const forPeople = [consoleRouter(surroundings), adminRouter(options)];
  app.use(forPeople);
  app.use(belowPath(publicPath(publicUrl), [router, ...forPeople]));
  app.use(notFound);
  app.use(errorHandler);
  return app;
}

function surroundingsOf(options: HttpOptions): Surroundings {
  const { device, data, hooks, admin, logger, parts, isReady, publicUrl, consoleDir } = options;
  return {
    device,
    data,
    hooks,
    admin,
    contexts: callContexts(publicUrl),
    tellTimes: timesForAdmins(admin),
    publicUrl,
    isReady,
    parts,
    // To make it from all schemas at each start would take 0.1 s.
    document: parts.add(async () => JSON.parse(await readFile(findAssets().openApiFile, 'utf8')) as object),
    swagger: parts.add(async () => (await import('./swagger/pages.ts')).swaggerPages()),
    consoleFiles: parts.add(async () => {
      const { readConsole } = await import('./console/files.ts');
      return readConsole(consoleDir, logger);
    }),
  };
}

function serve(router: Router, routes: readonly Route[], surroundings: Surroundings): void {
  const served = routes.map((route) => ({ ...route, handler: route.serve(surroundings) }));
  serveCalls(router, served);
}

/** Without a token of the admin API there is no console. */
function consoleRouter(surroundings: Surroundings): Router {
  const { admin, consoleFiles } = surroundings;
  const router = Router();
  router.use('/console', async (request, _response, next) => {
    if (!admin.gate.isThere() || (await consoleFiles()) === null) notFound(request);
    next();
  });
  serve(router, CONSOLE_ROUTES, surroundings);
  return router;
}

/** Everything below `/api/admin`: first the token is checked, then the body is read, then the routes follow. */
function adminRouter({ admin, adminApi, device, parts, publicUrl }: HttpOptions): Router {
  const router = Router();
  const routes = parts.add(async () => {
    const [{ adminRouter }, api] = await Promise.all([import('./admin-router.ts'), adminApi()]);
    return adminRouter(api);
  });
  router.use('/api/admin', adminAuth(admin, publicUrl), async (request, response, next) => {
    // Lists and codes are about all devices: a server with many has them some seconds after its start.
    await device.keeper.whole();
    (await routes())(request, response, next);
  });
  return router;
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
