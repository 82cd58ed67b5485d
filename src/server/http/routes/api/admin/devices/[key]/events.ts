/** `GET /api/admin/devices/{key}/events`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { getDeviceEvents } from '../../../../../../../admin/devices/device-events.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendLongJson } from '../../../../../json.ts';
import { readQuery } from '../../../../../query.ts';

export function deviceEventsRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request: Request, response: Response) => {
      const query = readQuery(request);
      const asked = { limit: query.get('limit'), before: query.get('before') };
      await sendLongJson(response, await getDeviceEvents(api, deviceKeyOf(request), asked));
    },
  };
  adminRoute(router, '/devices/:key/events', handlers, ['limit', 'before']);
}
