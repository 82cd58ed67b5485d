/** `GET /api/admin/devices/{key}/events`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { getDeviceEvents } from '../../../../../../admin/device-identity.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';

export function deviceEventsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key/events', {
    get: async (request, response) =>
      sendJson(response, 200, await getDeviceEvents(api, deviceKeyOf(request))),
  });
}
