/** `POST /api/admin/config/undo`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { undoConfig } from '../../../../../../admin/config-text/config-history.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { hasBody, readJson } from '../../../../json-body.ts';

export function configUndoRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config/undo', {
    post: async (request, response) => {
      const body = hasBody(request) ? readJson(request) : {};
      sendJson(response, 200, await undoConfig(api, callOf(response), body));
    },
  });
}
