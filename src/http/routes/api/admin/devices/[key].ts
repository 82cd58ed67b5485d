/** `/api/admin/devices/{key}`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { deleteDevice } from '../../../../../admin/delete-device.ts';
import { getDevice } from '../../../../../admin/devices.ts';
import { updateDevice } from '../../../../../admin/update-device.ts';
import { callOf, deviceKeyOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';

export function deviceRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key', {
    get: (request, response) => sendJson(response, 200, getDevice(api, deviceKeyOf(request))),
    patch: async (request, response) => {
      const key = deviceKeyOf(request);
      sendJson(response, 200, await updateDevice(api, callOf(response), key, readJson(request)));
    },
    delete: async (request, response) => {
      sendJson(response, 200, await deleteDevice(api, callOf(response), deviceKeyOf(request)));
    },
  });
}
