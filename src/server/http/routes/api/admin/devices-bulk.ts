/** `POST /api/admin/devices:bulk`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { bulkChange } from '../../../../../admin/bulk/bulk-change.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendWritten } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function devicesBulkRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices\\:bulk', {
    post: async (request, response) => {
      await sendWritten(response, await bulkChange(api, callOf(response), readJson(request)));
    },
  });
}
