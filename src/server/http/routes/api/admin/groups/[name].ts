/** `/api/admin/groups/{name}`. */
import type { Request, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { deleteGroup, getGroup, putGroup } from '../../../../../../admin/groups/groups.ts';
import { placeGroup } from '../../../../../../admin/groups/place-group.ts';
import { callerOf } from '../../../../admin-access.ts';
import { callOf, expectedOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';

export function groupRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/groups/:name', {
    get: (request, response) => {
      const { group, digest } = getGroup(api, nameOf(request), callerOf(response));
      if (digest !== null) response.setHeader('ETag', `"${digest}"`);
      sendJson(response, 200, group);
    },
    put: async (request, response) => {
      const name = nameOf(request);
      const written = await putGroup(api, callOf(response), name, readJson(request), expectedOf(request));
      sendJson(response, 200, written);
    },
    patch: async (request, response) => {
      const name = nameOf(request);
      const placed = await placeGroup(api, callOf(response), name, readJson(request), expectedOf(request));
      sendJson(response, 200, placed);
    },
    delete: async (request, response) => {
      sendJson(response, 200, await deleteGroup(api, callOf(response), nameOf(request), expectedOf(request)));
    },
  });
}

function nameOf({ params }: Request): string {
  return String(params['name']);
}
