/** `GET /console` and all addresses below it: the page of the web console, which finds out for itself what to show. */
import { type RequestHandler, Router } from 'express';
import type { Part } from '../../../platform/base/parts.ts';
import type { AdminAuth } from '../admin-auth.ts';
import type { ConsoleFiles } from '../console/files.ts';
import { consolePage } from '../console/page.ts';
import { notFound } from '../error-handler.ts';
import { callerPrefix } from '../forwarded-prefix.ts';
import { CONSOLE_POLICY, pageHeaders } from '../page-headers.ts';
import { route } from '../route.ts';
import { consoleAssetRoute } from './console/assets/[name].ts';
import { consoleSessionRoute } from './console/session.ts';

export interface ConsoleOptions {
  readonly auth: AdminAuth;
  /** The files; null where the build has none. */
  readonly files: Part<ConsoleFiles | null>;
  readonly publicUrl: string | null;
}

/** Without a token of the admin API there is no console. */
export function consoleRoutes({ auth, files, publicUrl }: ConsoleOptions): Router {
  const router = Router();
  router.use('/console', async (request, _response, next) => {
    if (!auth.gate.isThere() || (await files()) === null) notFound(request);
    next();
  });
  consoleSessionRoute(router, auth, publicUrl);
  consoleAssetRoute(router, files);
  const get: RequestHandler = async (request, response) => {
    const built = await files();
    if (built === null) notFound(request);
    const bytes = Buffer.from(consolePage(callerPrefix(request, publicUrl), built), 'utf8');
    pageHeaders(response, CONSOLE_POLICY);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Length', bytes.length);
    // It names the files of this version.
    response.setHeader('Cache-Control', 'no-cache');
    response.end(bytes);
  };
  route(router, '/console', { get });
  route(router, '/console/*page', { get });
  return router;
}
