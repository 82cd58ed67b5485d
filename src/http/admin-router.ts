/** All routes of the admin API, below `/api/admin`. Loaded late: schemas take a while, and devices never ask. */
import { Router } from 'express';
import type { AdminApi } from '../admin/admin-api.ts';
import { collectBody } from './json-body.ts';
import { deviceRoutes } from './routes/api/admin/devices.ts';
import { previewRoute } from './routes/api/admin/preview.ts';
import { screenRepoRoutes } from './routes/api/admin/screen-repos.ts';
import { serverRoutes } from './routes/api/admin/server.ts';

/** The router; whoever gets here has shown the token. */
export function adminRouter(api: AdminApi): Router {
  const router = Router();
  router.use(collectBody);
  deviceRoutes(router, api);
  previewRoute(router, api);
  serverRoutes(router, api);
  screenRepoRoutes(router, api);
  return router;
}
