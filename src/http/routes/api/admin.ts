/** Everything below `/api/admin`: first the token is checked, then the body is read, then the routes follow. */
import { Router } from 'express';
import type { AdminApi } from '../../../admin/admin-api.ts';
import type { Parts } from '../../../base/parts.ts';
import { adminAuth } from '../../admin-auth.ts';

export interface AdminAccess {
  /** The current token; null while there is no admin API. */
  token(): string | null;
  readonly api: AdminApi;
}

export function adminRoutes({ token, api }: AdminAccess, parts: Parts): Router {
  const router = Router();
  const routes = parts.add(async () => (await import('../../admin-router.ts')).adminRouter(api));
  router.use('/api/admin', adminAuth(token), async (request, response, next) => {
    (await routes())(request, response, next);
  });
  return router;
}
