/** `POST /api/admin/screen-repos/{handle}/update`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { updateRepo } from '../../../../../../../admin/screen-repos/screen-repos.ts';
import { callOf, repoHandleOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { sendJson } from '../../../../../json.ts';
import { hasBody, readJson } from '../../../../../json-body.ts';

export function screenRepoUpdateRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/screen-repos/:handle/update', {
    post: (request, response) => {
      const body = hasBody(request) ? readJson(request) : {};
      sendJson(response, 200, updateRepo(api, callOf(response), repoHandleOf(request), body));
    },
  });
}
