/** `/api/admin`: the token first, then the body, then the routes. */
import { Router } from 'express';
import type { AdminApi } from '../../admin/admin-api.ts';
import { adminAuth } from '../admin-auth.ts';

export interface AdminAccess {
  /** The token at this moment; null while there is no admin API. */
  token(): string | null;
  readonly api: AdminApi;
}

export function adminRoutes({ token, api }: AdminAccess): Router {
  const router = Router();
  let routes: Promise<Router> | null = null;
  router.use('/api/admin', adminAuth(token), async (request, response, next) => {
    routes ??= import('../admin-router.ts').then(({ adminRouter }) => adminRouter(api));
    (await routes)(request, response, next);
  });
  return router;
}
