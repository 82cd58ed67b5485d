/** `GET /api/admin/screens`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { assignable } from '../../../../admin/screens.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendLongJson } from '../../../json.ts';

export function screensRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/screens', { get: (_request, response) => sendLongJson(response, assignable(api)) });
}
