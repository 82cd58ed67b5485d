/** `GET /api/admin/config/history/{revision}`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { getConfigRevision } from '../../../../../../../admin/config-text/config-history.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendLongJson } from '../../../../../json.ts';

export function configRevisionRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config/history/:revision', {
    get: async ({ params }, response) => {
      await sendLongJson(response, await getConfigRevision(api, String(params['revision'])));
    },
  });
}
