/** `GET /api/admin/sensitive-params`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { listSensitive } from '../../../../admin/sensitive-params.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';

export function sensitiveParamsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/sensitive-params', {
    get: (_request, response) => sendJson(response, 200, listSensitive(api)),
  });
}
