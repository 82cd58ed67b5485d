/** `GET /api/admin/files`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listAllFiles } from '../../../../../admin/files/read-files.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendLongJson } from '../../../json.ts';

export function filesRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/files', {
    get: async (_request, response) => sendLongJson(response, await listAllFiles(api)),
  });
}
