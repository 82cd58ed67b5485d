/** `/api/admin/groups`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listGroups } from '../../../../../admin/groups/groups.ts';
import { callerOf } from '../../../admin-access.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJsonList } from '../../../json.ts';

export function groupsRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/groups', {
    get: (_request, response) => sendJsonList(response, listGroups(api, callerOf(response))),
  });
}
