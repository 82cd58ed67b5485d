/** `GET /api/admin/config`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { configView } from '../../../../../admin/config-text/config-view.ts';
import { callerOf } from '../../../admin-access.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendLongJson } from '../../../json.ts';
import { makeAnswer } from '../../../long-answers.ts';

export function configRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config', {
    get: async (_request, response) => {
      const shown = await makeAnswer(response, configView(api, callerOf(response)));
      await sendLongJson(response, shown);
    },
  });
}
