/** `/api/admin/screen-repos`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { listRepos } from '../../../../../admin/screen-repos/screen-repos.ts';
import { createRepo } from '../../../../../admin/screen-repos/write-screen-repo.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson, sendLongJson } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function screenReposRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/screen-repos', {
    get: (_request, response) => sendLongJson(response, listRepos(api)),
    post: async (request, response) => {
      sendJson(response, 200, await createRepo(api, callOf(response), readJson(request)));
    },
  });
}
