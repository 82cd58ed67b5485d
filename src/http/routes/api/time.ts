/** `GET /api/time`: the clock that signed times are compared with. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../device/device-api.ts';
import { sendJson } from '../../json.ts';
import { route } from '../../route.ts';

export function timeRoute(router: Router, api: DeviceApi): void {
  route(router, '/api/time', {
    get: (_request, response) => sendJson(response, 200, { timestamp_ms: api.nowMs() }),
  });
}
