/** `GET /api/admin/devices/{key}/history`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { getDeviceHistory } from '../../../../../../../admin/devices/device-history.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendLongJson } from '../../../../../json.ts';
import { readQuery } from '../../../../../query.ts';

export function deviceHistoryRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request: Request, response: Response) => {
      const query = readQuery(request);
      const asked = { from: query.get('from'), to: query.get('to') };
      await sendLongJson(response, await getDeviceHistory(api, deviceKeyOf(request), asked));
    },
  };
  adminRoute(router, '/devices/:key/history', handlers, ['from', 'to']);
}
