/** `GET /api/admin/devices/{key}/explain`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { explainDevice } from '../../../../../../../admin/explain/explain-device.ts';
import { callerOf } from '../../../../../admin-access.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';

export function deviceExplainRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key/explain', {
    get: async (request, response) =>
      sendJson(response, 200, await explainDevice(api, deviceKeyOf(request), callerOf(response).name)),
  });
}
