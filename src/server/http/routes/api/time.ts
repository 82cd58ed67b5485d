/** `GET /api/time`: the clock by which the times of signed calls are checked. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../../fleet/calls/device-api.ts';
import { sendJson } from '../../json.ts';
import { route } from '../../route.ts';

export function timeRoute(router: Router, api: DeviceApi): void {
  route(router, '/api/time', {
    get: (_request, response) => sendJson(response, 200, { timestamp_ms: api.nowMs() }),
  });
}
