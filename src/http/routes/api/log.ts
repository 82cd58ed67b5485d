/** `POST /api/log`. */
import type { Router } from 'express';
import { LIMITS } from '../../../base/limits.ts';
import type { DeviceApi } from '../../../device/device-api.ts';
import { takeLogs } from '../../../device/log.ts';
import type { CallContexts } from '../../call-context.ts';
import { readCredential, readDeviceId } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { only } from '../../methods.ts';
import { readBody } from '../../read-body.ts';

const PATH = '/api/log';

export function logRoute(router: Router, api: DeviceApi, contexts: CallContexts): void {
  only(router, PATH, {
    post: async (request, response) => {
      const id = readDeviceId(request, response);
      const { authMode } = api.config();
      // Before the body is read: a call without the right headers is not worth it.
      readCredential(request, authMode, PATH);
      const call = contexts.of(request, response);
      const body = await readBody(request, response, LIMITS.logBodyBytes);
      // Version 2 of signed calls covers the body as it came.
      const credential = readCredential(request, authMode, PATH, body);
      sendJson(response, 200, takeLogs(api, call, id, credential, new TextDecoder().decode(body)));
    },
  });
}
