/** `/api/admin/data`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listData } from '../../../../../admin/data/pushed-data.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';

export function dataListRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/data', { get: (_request, response) => sendJson(response, 200, listData(api)) });
}
