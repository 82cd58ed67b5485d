/** `/api/admin/pending`, `/api/admin/config`, `/api/admin/screens` and `/api/admin/settings`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { configView } from '../../../../admin/config-view.ts';
import { listPending } from '../../../../admin/devices.ts';
import { assignable } from '../../../../admin/screens.ts';
import { updateSettings } from '../../../../admin/settings.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson, sendJsonList } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function serverRoutes(router: Router, api: AdminApi): void {
  adminRoute(router, '/pending', { get: (_request, response) => sendJsonList(response, listPending(api)) });
  adminRoute(router, '/config', { get: (_request, response) => sendJson(response, 200, configView(api)) });
  adminRoute(router, '/screens', { get: (_request, response) => sendJson(response, 200, assignable(api)) });
  adminRoute(router, '/settings', {
    patch: async (request, response) => {
      sendJson(response, 200, await updateSettings(api, callOf(response), readJson(request)));
    },
  });
}
