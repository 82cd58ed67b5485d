/** `GET /api/admin/alerts`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listAlerts } from '../../../../../admin/alerts/alerts.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';

export function alertsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/alerts', {
    get: async (_request, response) => sendJson(response, 200, await listAlerts(api)),
  });
}
