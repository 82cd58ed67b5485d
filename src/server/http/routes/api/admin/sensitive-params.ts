/** `GET /api/admin/sensitive-params`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listSensitive } from '../../../../../admin/sensitive/sensitive-params.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendLongJson } from '../../../json.ts';
import { makeAnswer } from '../../../long-answers.ts';

export function sensitiveParamsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/sensitive-params', {
    get: async (_request, response) => {
      await sendLongJson(response, await makeAnswer(response, listSensitive(api)));
    },
  });
}
