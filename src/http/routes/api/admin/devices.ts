/** `/api/admin/devices`, and below it one device. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { createDevice } from '../../../../admin/create-device.ts';
import { deleteDevice } from '../../../../admin/delete-device.ts';
import { getDevice, getDeviceLogs, listDevices } from '../../../../admin/devices.ts';
import { updateDevice } from '../../../../admin/update-device.ts';
import { sendJson, sendJsonList } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';
import { only } from '../../../methods.ts';
import { requestLog } from '../../../request-context.ts';

export function deviceRoutes(router: Router, api: AdminApi): void {
  only(router, '/devices', {
    get: (_request, response) => sendJsonList(response, listDevices(api)),
    post: async (request, response) => {
      sendJson(response, 200, await createDevice(api, { log: requestLog(response) }, readJson(request)));
    },
  });
  only(router, '/devices/:key', {
    get: ({ params }, response) => sendJson(response, 200, getDevice(api, keyOf(params))),
    patch: async (request, response) => {
      const call = { log: requestLog(response) };
      sendJson(response, 200, await updateDevice(api, call, keyOf(request.params), readJson(request)));
    },
    delete: async ({ params }, response) => {
      sendJson(response, 200, await deleteDevice(api, { log: requestLog(response) }, keyOf(params)));
    },
  });
  only(router, '/devices/:key/logs', {
    get: ({ params }, response) => sendJson(response, 200, getDeviceLogs(api, keyOf(params))),
  });
}

/** The `{key}` of a path, decoded. */
export function keyOf(params: Readonly<Record<string, string | string[] | undefined>>): string {
  return String(params['key']);
}
