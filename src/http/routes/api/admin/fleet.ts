/** `GET /api/admin/fleet`. */
import type { RequestHandler, Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { FLEET_QUERY, listFleet } from '../../../../admin/fleet/list-fleet.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';
import { readQuery } from '../../../query.ts';

export function fleetRoute(router: Router, api: AdminApi): void {
  const get = async (...[request, response]: Parameters<RequestHandler>): Promise<void> => {
    sendJson(response, 200, await listFleet(api, readQuery(request)));
  };
  adminRoute(router, '/fleet', { get }, FLEET_QUERY);
}
