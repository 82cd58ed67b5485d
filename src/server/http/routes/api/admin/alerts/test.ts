/** `POST /api/admin/alerts/test`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { testAlert } from '../../../../../../admin/alerts/alerts.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';

export function alertTestRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/alerts/test', {
    post: async (request, response) => {
      sendJson(response, 200, await testAlert(api, callOf(response), readJson(request)));
    },
  });
}
