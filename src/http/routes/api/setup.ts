/** `GET /api/setup`. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../device/device-api.ts';
import { setup } from '../../../device/setup.ts';
import type { CallContexts } from '../../call-context.ts';
import { readDeviceId, readDeviceReport, readOnce } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { route } from '../../route.ts';

export function setupRoute(router: Router, api: DeviceApi, contexts: CallContexts): void {
  route(router, '/api/setup', {
    get: async (request, response) => {
      const id = readDeviceId(request, response);
      readOnce(request, 'FW-Version');
      readOnce(request, 'Model');
      const call = contexts.of(request, response, api.config());
      sendJson(response, 200, await setup(api, call, id, readDeviceReport(request)));
    },
  });
}
