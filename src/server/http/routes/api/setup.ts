/** `GET /api/setup`. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../../fleet/calls/device-api.ts';
import { setup } from '../../../../fleet/calls/setup.ts';
import { refuseIncomplete, SETUP_HEADER_NAMES } from '../../../../fleet/calls/setup-headers.ts';
import type { CallContexts } from '../../call-context.ts';
import { readDeviceId, readDeviceReport, readOnce } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { route } from '../../route.ts';

export function setupRoute(router: Router, api: DeviceApi, contexts: CallContexts): void {
  route(router, '/api/setup', {
    get: async (request, response) => {
      const id = readDeviceId(request, response);
      const lacks = SETUP_HEADER_NAMES.filter((name) => request.headers[name.toLowerCase()] === undefined);
      for (const name of SETUP_HEADER_NAMES) if (!lacks.includes(name)) readOnce(request, name);
      const call = contexts.of(request, response, api.config());
      const report = readDeviceReport(request);
      if (lacks.length > 0 && call.config.setupHeaders === 'strict') {
        refuseIncomplete(api, call, id, report, lacks);
      }
      sendJson(response, 200, await setup(api, call, id, report));
    },
  });
}
