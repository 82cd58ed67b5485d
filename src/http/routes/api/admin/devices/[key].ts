/** `/api/admin/devices`, and below it one device. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { createDevice } from '../../../../admin/create-device.ts';
import { deleteDevice } from '../../../../admin/delete-device.ts';
import { getDeviceEvents, resetDevice } from '../../../../admin/device-identity.ts';
import { getDevice, getDeviceLogs, listDevices } from '../../../../admin/devices.ts';
import { updateDevice } from '../../../../admin/update-device.ts';
import { callOf, keyOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson, sendJsonList } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function deviceRoutes(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices', {
    get: (_request, response) => sendJsonList(response, listDevices(api)),
    post: async (request, response) => {
      sendJson(response, 200, await createDevice(api, callOf(response), readJson(request)));
    },
  });
  adminRoute(router, '/devices/:key', {
    get: ({ params }, response) => sendJson(response, 200, getDevice(api, keyOf(params))),
    patch: async (request, response) => {
      const key = keyOf(request.params);
      sendJson(response, 200, await updateDevice(api, callOf(response), key, readJson(request)));
    },
    delete: async ({ params }, response) => {
      sendJson(response, 200, await deleteDevice(api, callOf(response), keyOf(params)));
    },
  });
  adminRoute(router, '/devices/:key/events', {
    get: ({ params }, response) => sendJson(response, 200, getDeviceEvents(api, keyOf(params))),
  });
  adminRoute(router, '/devices/:key/reset', {
    post: ({ params }, response) => {
      sendJson(response, 200, resetDevice(api, callOf(response), keyOf(params)));
    },
  });
  adminRoute(router, '/devices/:key/logs', {
    get: ({ params }, response) => sendJson(response, 200, getDeviceLogs(api, keyOf(params))),
  });
}
