/** `/api/admin/screen-repos/{handle}`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { getRepo } from '../../../../../../admin/screen-repos/screen-repos.ts';
import { changeRepo, deleteRepo } from '../../../../../../admin/screen-repos/write-screen-repo.ts';
import { callOf, repoHandleOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';
import type { Handlers } from '../../../../route.ts';

export function screenRepoRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/screen-repos/:handle', screenRepoHandlers(api, repoHandleOf));
}

/** What can be done with one repo, whose handle is read from the request. */
export function screenRepoHandlers(api: AdminApi, handleOf: (request: Request) => string): Handlers {
  return {
    get: (request: Request, response: Response) => sendJson(response, 200, getRepo(api, handleOf(request))),
    patch: async (request: Request, response: Response) => {
      const changed = await changeRepo(api, callOf(response), handleOf(request), readJson(request));
      sendJson(response, 200, changed);
    },
    delete: async (request: Request, response: Response) => {
      sendJson(response, 200, await deleteRepo(api, callOf(response), handleOf(request)));
    },
  };
}
