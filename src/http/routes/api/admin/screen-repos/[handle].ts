/** `/api/admin/screen-repos`, and below it one repo and its update. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import { getRepo, listRepos, updateAllRepos, updateRepo } from '../../../../admin/screen-repos.ts';
import { changeRepo, createRepo, deleteRepo } from '../../../../admin/write-screen-repo.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';
import { hasBody, readJson } from '../../../json-body.ts';

export function screenRepoRoutes(router: Router, api: AdminApi): void {
  adminRoute(router, '/screen-repos', {
    get: (_request, response) => sendJson(response, 200, listRepos(api)),
    post: async (request, response) => {
      sendJson(response, 200, await createRepo(api, callOf(response), readJson(request)));
    },
  });
  const one = {
    get: (request: Request, response: Response) => sendJson(response, 200, getRepo(api, handleOf(request))),
    patch: async (request: Request, response: Response) => {
      const changed = await changeRepo(api, callOf(response), handleOf(request), readJson(request));
      sendJson(response, 200, changed);
    },
    delete: async (request: Request, response: Response) => {
      sendJson(response, 200, await deleteRepo(api, callOf(response), handleOf(request)));
    },
  };
  // A repo may have the handle `update`: only POST means all of them.
  adminRoute(router, '/screen-repos/update', {
    ...one,
    post: (_request, response) => sendJson(response, 200, updateAllRepos(api, callOf(response))),
  });
  adminRoute(router, '/screen-repos/:handle', one);
  adminRoute(router, '/screen-repos/:handle/update', {
    post: (request, response) => {
      const body = hasBody(request) ? readJson(request) : undefined;
      sendJson(response, 200, updateRepo(api, callOf(response), handleOf(request), body));
    },
  });
}

function handleOf({ params }: Request): string {
  return String(params['handle'] ?? 'update');
}
