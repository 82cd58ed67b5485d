/** `POST /api/admin/devices/{key}/reset`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { resetDevice } from '../../../../../../../admin/devices/device-identity.ts';
import { callOf, deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';

export function deviceResetRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key/reset', {
    post: async (request, response) => {
      sendJson(response, 200, await resetDevice(api, callOf(response), deviceKeyOf(request)));
    },
  });
}
