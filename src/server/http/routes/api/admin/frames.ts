/** `/api/admin/frames`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listFrames } from '../../../../../admin/frames/frames.ts';
import { createFrame } from '../../../../../admin/frames/write-frame.ts';
import { callerOf } from '../../../admin-access.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson, sendLongJson } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function framesRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/frames', {
    get: (_request, response) => sendLongJson(response, listFrames(api, callerOf(response))),
    post: async (request, response) => {
      sendJson(response, 200, await createFrame(api, callOf(response), readJson(request)));
    },
  });
}
