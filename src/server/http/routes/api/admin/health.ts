/** `GET /api/admin/health`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { getHealth } from '../../../../../admin/health/health.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';

export function adminHealthRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/health', {
    get: async (_request, response) => sendJson(response, 200, await getHealth(api)),
  });
}
