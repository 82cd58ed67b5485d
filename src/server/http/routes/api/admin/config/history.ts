/** `GET /api/admin/config/history`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { listConfigHistory } from '../../../../../../admin/config-text/config-history.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';

export function configHistoryRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config/history', {
    get: async (_request, response) => sendJson(response, 200, await listConfigHistory(api)),
  });
}
