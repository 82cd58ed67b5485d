/** `GET /api/admin/devices/{key}/logs`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { getDeviceLogs } from '../../../../../../../admin/devices/devices.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendLongJson } from '../../../../../json.ts';

export function deviceLogsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key/logs', {
    get: async (request, response) => sendLongJson(response, await getDeviceLogs(api, deviceKeyOf(request))),
  });
}
