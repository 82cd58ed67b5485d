/** `GET /api/admin/audit`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { AUDIT_QUERY, listAudit } from '../../../../../admin/audit/audit.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendLongJson } from '../../../json.ts';
import { readQuery } from '../../../query.ts';

export function auditRoute(router: Router, api: AdminApi): void {
  adminRoute(
    router,
    '/audit',
    { get: async (request, response) => sendLongJson(response, await listAudit(api, readQuery(request))) },
    AUDIT_QUERY,
  );
}
