/** `/api/admin/pending`, `/api/admin/config`, `/api/admin/screens` and `/api/admin/settings`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { configView } from '../../../../admin/config-view.ts';
import { listPending } from '../../../../admin/devices.ts';
import { assignable } from '../../../../admin/screens.ts';
import { updateSettings } from '../../../../admin/settings.ts';
import { callOf } from '../../../admin-call.ts';
import { sendJson, sendJsonList } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';
import { only } from '../../../methods.ts';

export function serverRoutes(router: Router, api: AdminApi): void {
  only(router, '/pending', { get: (_request, response) => sendJsonList(response, listPending(api)) });
  only(router, '/config', { get: (_request, response) => sendJson(response, 200, configView(api)) });
  only(router, '/screens', { get: (_request, response) => sendJson(response, 200, assignable(api)) });
  only(router, '/settings', {
    patch: async (request, response) => {
      sendJson(response, 200, await updateSettings(api, callOf(response), readJson(request)));
    },
  });
}
