/** `GET /api/setup`. */
import { Router } from 'express';
import type { DeviceApi } from '../../../device/device-api.ts';
import { setup } from '../../../device/setup.ts';
import type { CallContexts } from '../../call-context.ts';
import { readDeviceId, readDeviceReport, readOnce } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { only } from '../../methods.ts';

export function setupRoute(api: DeviceApi, contexts: CallContexts): Router {
  return only(Router(), '/api/setup', {
    get: (request, response) => {
      const id = readDeviceId(request, response);
      readOnce(request, 'FW-Version');
      readOnce(request, 'Model');
      sendJson(response, 200, setup(api, contexts.of(request, response), id, readDeviceReport(request)));
    },
  });
}
