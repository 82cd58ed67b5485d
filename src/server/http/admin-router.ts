/** All routes of the admin API, below `/api/admin`. Loaded late: making the schemas takes a while, and devices do not need them. */
import { Router } from 'express';
import type { AdminApi } from '../../admin/admin-api.ts';
import { DraftCalls } from './draft-calls.ts';
import { collectBody } from './json-body.ts';
import { alertTestRoute } from './routes/api/admin/alerts/test.ts';
import { alertsRoute } from './routes/api/admin/alerts.ts';
import { auditRoute } from './routes/api/admin/audit.ts';
import { checkRoute } from './routes/api/admin/check.ts';
import { configCheckRoute } from './routes/api/admin/config/check.ts';
import { configRevisionRoute } from './routes/api/admin/config/history/[revision].ts';
import { configHistoryRoute } from './routes/api/admin/config/history.ts';
import { configTextRoute } from './routes/api/admin/config/text.ts';
import { configUndoRoute } from './routes/api/admin/config/undo.ts';
import { configRoute } from './routes/api/admin/config.ts';
import { datumRoute } from './routes/api/admin/data/[name].ts';
import { dataListRoute } from './routes/api/admin/data.ts';
import { deviceEventsRoute } from './routes/api/admin/devices/[key]/events.ts';
import { deviceExplainRoute } from './routes/api/admin/devices/[key]/explain.ts';
import { deviceHistoryRoute } from './routes/api/admin/devices/[key]/history.ts';
import { deviceLogsRoute } from './routes/api/admin/devices/[key]/logs.ts';
import { toldPictureRoute } from './routes/api/admin/devices/[key]/picture/told.ts';
import { devicePictureRoute } from './routes/api/admin/devices/[key]/picture.ts';
import { devicePinRoute } from './routes/api/admin/devices/[key]/pin.ts';
import { devicePreviewRoute } from './routes/api/admin/devices/[key]/preview.ts';
import { deviceResetRoute } from './routes/api/admin/devices/[key]/reset.ts';
import { deviceScheduleRoute } from './routes/api/admin/devices/[key]/schedule.ts';
import { deviceRoute } from './routes/api/admin/devices/[key].ts';
import { devicesExportRoute } from './routes/api/admin/devices/export.ts';
import { devicesImportRoute } from './routes/api/admin/devices/import.ts';
import { devicesRoute } from './routes/api/admin/devices.ts';
import { devicesBulkRoute } from './routes/api/admin/devices-bulk.ts';
import { fileRoute } from './routes/api/admin/files/[handle]/[path].ts';
import { filesRoute } from './routes/api/admin/files.ts';
import { filesCopyRoute } from './routes/api/admin/files-copy.ts';
import { fleetValuesRoute } from './routes/api/admin/fleet/values.ts';
import { fleetRoute } from './routes/api/admin/fleet.ts';
import { adminFrameRoute } from './routes/api/admin/frames/[key].ts';
import { framesRoute } from './routes/api/admin/frames.ts';
import { groupRoute } from './routes/api/admin/groups/[name].ts';
import { groupsRoute } from './routes/api/admin/groups.ts';
import { adminHealthRoute } from './routes/api/admin/health.ts';
import { pendingRoute } from './routes/api/admin/pending.ts';
import { previewRoute } from './routes/api/admin/preview.ts';
import { screenRepoUpdateRoute } from './routes/api/admin/screen-repos/[handle]/update.ts';
import { screenRepoRoute } from './routes/api/admin/screen-repos/[handle].ts';
import { screenReposUpdateRoute } from './routes/api/admin/screen-repos/update.ts';
import { screenReposRoute } from './routes/api/admin/screen-repos.ts';
import { screensRoute } from './routes/api/admin/screens.ts';
import { sensitiveParamsRoute } from './routes/api/admin/sensitive-params.ts';
import { sensitiveParamsOpenRoute } from './routes/api/admin/sensitive-params-open.ts';
import { settingsRoute } from './routes/api/admin/settings.ts';
import { streamRoute } from './routes/api/admin/stream.ts';

/** `/screen-repos/update` comes before `/screen-repos/:handle`, which matches it too; so does `/devices/export`. */
const ROUTES = [
  devicesRoute,
  devicesBulkRoute,
  devicesExportRoute,
  deviceRoute,
  deviceEventsRoute,
  deviceExplainRoute,
  deviceHistoryRoute,
  deviceLogsRoute,
  devicePreviewRoute,
  toldPictureRoute,
  deviceResetRoute,
  filesRoute,
  filesCopyRoute,
  fleetRoute,
  fleetValuesRoute,
  streamRoute,
  deviceScheduleRoute,
  devicePinRoute,
  groupsRoute,
  groupRoute,
  alertsRoute,
  alertTestRoute,
  framesRoute,
  adminFrameRoute,
  dataListRoute,
  datumRoute,
  pendingRoute,
  auditRoute,
  adminHealthRoute,
  configRoute,
  configHistoryRoute,
  configRevisionRoute,
  configUndoRoute,
  screensRoute,
  sensitiveParamsRoute,
  sensitiveParamsOpenRoute,
  settingsRoute,
  screenReposRoute,
  screenReposUpdateRoute,
  screenRepoRoute,
  screenRepoUpdateRoute,
];

/** The router; callers that get here have shown a token. */
export function adminRouter(api: AdminApi): Router {
  const router = Router();
  // They take pictures, files and tables, which are larger than other bodies and may be no JSON.
  devicePictureRoute(router, api);
  const drafts = new DraftCalls();
  previewRoute(router, api, drafts);
  checkRoute(router, api, drafts);
  fileRoute(router, api);
  devicesImportRoute(router, api);
  configTextRoute(router, api);
  configCheckRoute(router, api);
  router.use(collectBody);
  for (const addRoute of ROUTES) addRoute(router, api);
  return router;
}
