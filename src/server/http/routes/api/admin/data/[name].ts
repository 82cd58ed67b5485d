/** `/api/admin/data/{name}`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { deleteData } from '../../../../../../admin/data/pushed-data.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';

export function datumRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/data/:name', {
    delete: async (request, response) => {
      sendJson(response, 200, await deleteData(api, callOf(response), String(request.params['name'])));
    },
  });
}
