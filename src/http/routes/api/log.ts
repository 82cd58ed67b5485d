/** `POST /api/log`. */
import type { Router } from 'express';
import { LIMITS } from '../../../base/limits.ts';
import type { DeviceApi } from '../../../device/device-api.ts';
import { takeLogs } from '../../../device/log.ts';
import type { CallContexts } from '../../call-context.ts';
import { callingDevice } from '../../calling-device.ts';
import { readCredential } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { receiveBody } from '../../receive-body.ts';
import { route } from '../../route.ts';

const PATH = '/api/log';

export function logRoute(router: Router, api: DeviceApi, contexts: CallContexts): void {
  route(router, PATH, {
    post: async (request, response) => {
      const config = api.config();
      // Checked before the body is read: the body of a call without the right headers is not worth reading.
      const call = contexts.of(request, response, config);
      const { id } = await callingDevice(request, response, api, call, PATH);
      const body = await receiveBody(request, response, LIMITS.logBodyBytes);
      // Version 2 of signed calls covers the body as it came.
      const credential = readCredential(request, config.authMode, PATH, body);
      const taken = await takeLogs(api, call, id, credential, new TextDecoder().decode(body));
      sendJson(response, 200, taken);
    },
  });
}
