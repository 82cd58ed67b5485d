/** `GET /api/admin/fleet/values`. */
import type { RequestHandler, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { FILTER_NAMES, LIST_FILTERS } from '../../../../../../admin/fleet/fleet-filters.ts';
import { listFleetValues } from '../../../../../../admin/fleet/fleet-values.ts';
import { callerOf } from '../../../../admin-access.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendLongJson } from '../../../../json.ts';
import { readQuery } from '../../../../query.ts';

export function fleetValuesRoute(router: Router, api: AdminApi): void {
  const get = async (...[request, response]: Parameters<RequestHandler>): Promise<void> => {
    await sendLongJson(response, await listFleetValues(api, readQuery(request), callerOf(response).name));
  };
  adminRoute(router, '/fleet/values', { get }, FILTER_NAMES, LIST_FILTERS);
}
