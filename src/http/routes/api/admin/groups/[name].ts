/** `/api/admin/groups/{name}`. */
import type { Request, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { deleteGroup, getGroup, putGroup } from '../../../../../admin/groups.ts';
import { callerOf } from '../../../../admin-access.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';

export function groupRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/groups/:name', {
    get: (request, response) => sendJson(response, 200, getGroup(api, nameOf(request), callerOf(response))),
    put: async (request, response) => {
      const written = await putGroup(api, callOf(response), nameOf(request), readJson(request));
      sendJson(response, 200, written);
    },
    delete: async (request, response) => {
      sendJson(response, 200, await deleteGroup(api, callOf(response), nameOf(request)));
    },
  });
}

function nameOf({ params }: Request): string {
  return String(params['name']);
}
