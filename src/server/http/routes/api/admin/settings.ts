/** `/api/admin/settings`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { getSettings, updateSettings } from '../../../../../admin/settings/settings.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function settingsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/settings', {
    get: async (_request, response) => sendJson(response, 200, await getSettings(api)),
    patch: async (request, response) => {
      sendJson(response, 200, await updateSettings(api, callOf(response), readJson(request)));
    },
  });
}
