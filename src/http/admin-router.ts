/** All routes of the admin API, below `/api/admin`. Loaded late: making the schemas takes a while, and devices do not need them. */
import { Router } from 'express';
import type { AdminApi } from '../admin/admin-api.ts';
import { collectBody } from './json-body.ts';
import { alertTestRoute } from './routes/api/admin/alerts/test.ts';
import { alertsRoute } from './routes/api/admin/alerts.ts';
import { configRoute } from './routes/api/admin/config.ts';
import { datumRoute } from './routes/api/admin/data/[name].ts';
import { dataListRoute } from './routes/api/admin/data.ts';
import { deviceEventsRoute } from './routes/api/admin/devices/[key]/events.ts';
import { deviceHistoryRoute } from './routes/api/admin/devices/[key]/history.ts';
import { deviceLogsRoute } from './routes/api/admin/devices/[key]/logs.ts';
import { devicePictureRoute } from './routes/api/admin/devices/[key]/picture.ts';
import { devicePreviewRoute } from './routes/api/admin/devices/[key]/preview.ts';
import { deviceResetRoute } from './routes/api/admin/devices/[key]/reset.ts';
import { deviceRoute } from './routes/api/admin/devices/[key].ts';
import { devicesRoute } from './routes/api/admin/devices.ts';
import { adminFrameRoute } from './routes/api/admin/frames/[key].ts';
import { framesRoute } from './routes/api/admin/frames.ts';
import { groupRoute } from './routes/api/admin/groups/[name].ts';
import { groupsRoute } from './routes/api/admin/groups.ts';
import { pendingRoute } from './routes/api/admin/pending.ts';
import { screenRepoUpdateRoute } from './routes/api/admin/screen-repos/[handle]/update.ts';
import { screenRepoRoute } from './routes/api/admin/screen-repos/[handle].ts';
import { screenReposUpdateRoute } from './routes/api/admin/screen-repos/update.ts';
import { screenReposRoute } from './routes/api/admin/screen-repos.ts';
import { screensRoute } from './routes/api/admin/screens.ts';
import { settingsRoute } from './routes/api/admin/settings.ts';

/** `/screen-repos/update` comes before `/screen-repos/:handle`, which matches it too. */
const ROUTES = [
  devicesRoute,
  deviceRoute,
  deviceEventsRoute,
  deviceHistoryRoute,
  deviceLogsRoute,
  devicePreviewRoute,
  deviceResetRoute,
  groupsRoute,
  groupRoute,
  alertsRoute,
  alertTestRoute,
  framesRoute,
  adminFrameRoute,
  dataListRoute,
  datumRoute,
  pendingRoute,
  configRoute,
  screensRoute,
  settingsRoute,
  screenReposRoute,
  screenReposUpdateRoute,
  screenRepoRoute,
  screenRepoUpdateRoute,
];

/** The router; callers that get here have shown the token. */
export function adminRouter(api: AdminApi): Router {
  const router = Router();
  // Takes pictures, which are larger than other bodies and not JSON.
  devicePictureRoute(router, api);
  router.use(collectBody);
  for (const addRoute of ROUTES) addRoute(router, api);
  return router;
}
