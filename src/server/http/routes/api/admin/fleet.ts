/** `GET /api/admin/fleet`. */
import type { RequestHandler, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { LIST_FILTERS } from '../../../../../admin/fleet/fleet-filters.ts';
import { FLEET_QUERY, listFleet } from '../../../../../admin/fleet/list-fleet.ts';
import { callerOf } from '../../../admin-access.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendOpenJson } from '../../../compressed-json.ts';
import { readQuery } from '../../../query.ts';

export function fleetRoute(router: Router, api: AdminApi): void {
  const get = async (...[request, response]: Parameters<RequestHandler>): Promise<void> => {
    await sendOpenJson(request, response, await listFleet(api, readQuery(request), callerOf(response).name));
  };
  adminRoute(router, '/fleet', { get }, FLEET_QUERY, LIST_FILTERS);
}
