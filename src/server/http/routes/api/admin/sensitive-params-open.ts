/** `POST /api/admin/sensitive-params:open`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { openParam } from '../../../../../admin/sensitive/sensitive-params.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function sensitiveParamsOpenRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/sensitive-params\\:open', {
    post: (request, response) => {
      sendJson(response, 200, openParam(api, callOf(response), readJson(request)));
    },
  });
}
