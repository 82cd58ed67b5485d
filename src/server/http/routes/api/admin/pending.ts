/** `GET /api/admin/pending`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listPending } from '../../../../../admin/devices/devices.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJsonList } from '../../../json.ts';

export function pendingRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/pending', { get: (_request, response) => sendJsonList(response, listPending(api)) });
}
