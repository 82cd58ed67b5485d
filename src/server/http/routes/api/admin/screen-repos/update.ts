/** `POST /api/admin/screen-repos/update`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { updateAllRepos } from '../../../../../../admin/screen-repos/screen-repos.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { screenRepoHandlers } from './[handle].ts';

export function screenReposUpdateRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/screen-repos/update', {
    // A repo may have the handle `update`: only POST means all of them.
    ...screenRepoHandlers(api, () => 'update'),
    post: (_request, response) => sendJson(response, 200, updateAllRepos(api, callOf(response))),
  });
}
