/** `/api/admin/devices/{key}`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { deleteDevice, forgetDevice } from '../../../../../../admin/devices/delete-device.ts';
import { getDevice } from '../../../../../../admin/devices/devices.ts';
import { updateDevice } from '../../../../../../admin/devices/update-device.ts';
import { callerOf } from '../../../../admin-access.ts';
import { callOf, deviceKeyOf, expectedOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';
import { readQuery, readQueryFlag } from '../../../../query.ts';
import type { Handlers } from '../../../../route.ts';

export function deviceRoute(router: Router, api: AdminApi): void {
  const handlers: Handlers = {
    get: (request, response) => {
      const { device, digest } = getDevice(api, deviceKeyOf(request), callerOf(response));
      if (digest !== null) response.setHeader('ETag', `"${digest}"`);
      sendJson(response, 200, device);
    },
    patch: async (request, response) => {
      const key = deviceKeyOf(request);
      const updated = await updateDevice(api, callOf(response), key, readJson(request), expectedOf(request));
      sendJson(response, 200, updated);
    },
    delete: async (request, response) => {
      const remove = readQueryFlag(readQuery(request), 'forget') ? forgetDevice : deleteDevice;
      sendJson(response, 200, await remove(api, callOf(response), deviceKeyOf(request)));
    },
  };
  adminRoute(router, '/devices/:key', handlers, { delete: ['forget'] });
}
