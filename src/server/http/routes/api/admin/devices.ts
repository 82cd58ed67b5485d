/** `/api/admin/devices`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { createDevice } from '../../../../../admin/devices/create-device.ts';
import { listDevices } from '../../../../../admin/devices/devices.ts';
import { callerOf } from '../../../admin-access.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson, sendJsonList } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function devicesRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices', {
    get: (_request, response) => sendJsonList(response, listDevices(api, callerOf(response))),
    post: async (request, response) => {
      sendJson(response, 200, await createDevice(api, callOf(response), readJson(request)));
    },
  });
}
