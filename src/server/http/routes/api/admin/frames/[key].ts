/** `/api/admin/frames/{key}`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { getFrame } from '../../../../../../admin/frames/frames.ts';
import { deleteFrame, updateFrame } from '../../../../../../admin/frames/write-frame.ts';
import { callerOf } from '../../../../admin-access.ts';
import { callOf, deviceKeyOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';

export function adminFrameRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/frames/:key', {
    get: (request, response) =>
      sendJson(response, 200, getFrame(api, deviceKeyOf(request), callerOf(response))),
    patch: async (request, response) => {
      const key = deviceKeyOf(request);
      sendJson(response, 200, await updateFrame(api, callOf(response), key, readJson(request)));
    },
    delete: async (request, response) => {
      sendJson(response, 200, await deleteFrame(api, callOf(response), deviceKeyOf(request)));
    },
  });
}
