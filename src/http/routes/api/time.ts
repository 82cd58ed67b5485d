/** `GET /api/time`: the clock that signed times are compared with. */
import { Router } from 'express';
import type { DeviceApi } from '../../../device/device-api.ts';
import { sendJson } from '../../json.ts';
import { only } from '../../methods.ts';

export function timeRoute(api: DeviceApi): Router {
  return only(Router(), '/api/time', {
    get: (_request, response) => sendJson(response, 200, { timestamp_ms: api.nowMs() }),
  });
}
