/** `POST /api/log`. */
import { Router, text } from 'express';
import { LIMITS } from '../../../base/limits.ts';
import type { DeviceApi } from '../../../device/device-api.ts';
import { takeLogs } from '../../../device/log.ts';
import type { CallContexts } from '../../call-context.ts';
import { readCredential, readDeviceId } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { only } from '../../methods.ts';

export function logRoute(api: DeviceApi, contexts: CallContexts): Router {
  const readBody = text({ type: () => true, limit: LIMITS.logBodyBytes, inflate: false });
  return only(Router(), '/api/log', {
    post: (request, response, next) => {
      const id = readDeviceId(request, response);
      const credential = readCredential(request, api.config().authMode);
      const call = contexts.of(request, response);
      readBody(request, response, (cause?: unknown) => {
        if (cause !== undefined) {
          next(cause);
          return;
        }
        const body = typeof request.body === 'string' ? request.body : '';
        try {
          sendJson(response, 200, takeLogs(api, call, id, credential, body));
        } catch (error) {
          next(error);
        }
      });
    },
  });
}
