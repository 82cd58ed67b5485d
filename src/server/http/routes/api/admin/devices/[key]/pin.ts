/** `/api/admin/devices/{key}/pin`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { pinScreen, unpinScreen } from '../../../../../../../admin/devices/device-pin.ts';
import { callOf, deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';
import { readJson } from '../../../../../json-body.ts';
import type { Handlers } from '../../../../../route.ts';

export function devicePinRoute(router: Router, api: AdminApi): void {
  const handlers: Handlers = {
    put: async (request, response) => {
      const key = deviceKeyOf(request);
      sendJson(response, 200, await pinScreen(api, callOf(response), key, readJson(request)));
    },
    delete: async (request, response) => {
      sendJson(response, 200, await unpinScreen(api, callOf(response), deviceKeyOf(request)));
    },
  };
  adminRoute(router, '/devices/:key/pin', handlers);
}
