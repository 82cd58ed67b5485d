/** `GET /api/admin/devices/{key}/schedule`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { getDeviceSchedule } from '../../../../../../../admin/devices/device-schedule.ts';
import { deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';
import { readQuery } from '../../../../../query.ts';

export function deviceScheduleRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: (request: Request, response: Response) =>
      sendJson(response, 200, getDeviceSchedule(api, deviceKeyOf(request), readQuery(request))),
  };
  adminRoute(router, '/devices/:key/schedule', handlers, ['from', 'hours']);
}
