/** `GET /api/display/current`. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../../../fleet/calls/device-api.ts';
import type { CallContexts } from '../../../call-context.ts';
import { route } from '../../../route.ts';
import { sendCurrent } from '../../../send-current.ts';

const PATH = '/api/display/current';

export function displayCurrentRoute(router: Router, api: DeviceApi, contexts: CallContexts): void {
  route(router, PATH, {
    get: (request, response) => sendCurrent({ api, contexts }, PATH, request, response),
  });
}
