/** The Express application: middleware and routes in the order in which a request meets them. */
import express, { type Express } from 'express';
import type { Logger } from '../base/logger.ts';
import type { DeviceApi } from '../device/device-api.ts';
import { callContexts } from './call-context.ts';
import { errorHandler, notFound } from './error-handler.ts';
import { type ObserveAnswer, requestContext } from './request-context.ts';
import { type AdminAccess, adminRoutes } from './routes/admin.ts';
import { displayRoute } from './routes/api/display.ts';
import { imageRoute } from './routes/api/image.ts';
import { logRoute } from './routes/api/log.ts';
import { setupRoute } from './routes/api/setup.ts';
import { timeRoute } from './routes/api/time.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';

export interface HttpOptions {
  readonly device: DeviceApi;
  readonly admin: AdminAccess;
  readonly logger: Logger;
  readonly observe: ObserveAnswer;
  readonly isReady: () => boolean;
  readonly publicUrl: string | null;
  /** In Express's syntax; null trusts no proxy. */
  readonly trustProxy: string | number | boolean | null;
}

/** @throws {TypeError} when `trustProxy` is not in Express's syntax */
export function createApp(options: HttpOptions): Express {
  const { device, admin, logger, observe, isReady, publicUrl, trustProxy } = options;
  const contexts = callContexts(publicUrl);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Nothing here reads a parsed query; the image route reads its own.
  app.set('query parser', false);
  if (trustProxy !== null) app.set('trust proxy', trustProxy);

  app.use((request, _response, next) => {
    // Devices whose base address was typed with a slash at its end really ask for //api/display.
    request.url = request.url.replace(/^\/{2,}/, '/');
    next();
  });
  app.use(requestContext(logger, observe));
  app.use(displayRoute(device, contexts));
  app.use(imageRoute(device));
  app.use(setupRoute(device, contexts));
  app.use(logRoute(device, contexts));
  app.use(timeRoute(device));
  app.use(healthRoutes(isReady));
  app.use(adminRoutes(admin));
  app.use(docsRoutes());
  app.use(notFound);
  app.use(errorHandler);
  return app;
}
