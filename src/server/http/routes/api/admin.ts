/** Everything below `/api/admin`: first the token is checked, then the body is read, then the routes follow. */
import { Router } from 'express';
import type { AdminApi } from '../../../../admin/admin-api.ts';
import type { Parts } from '../../../../platform/base/parts.ts';
import { type AdminAuth, adminAuth } from '../../admin-auth.ts';

export interface AdminAccess extends AdminAuth {
  readonly api: AdminApi;
}

export function adminRoutes({ api, ...auth }: AdminAccess, parts: Parts, publicUrl: string | null): Router {
  const router = Router();
  const routes = parts.add(async () => (await import('../../admin-router.ts')).adminRouter(api));
  router.use('/api/admin', adminAuth(auth, publicUrl), async (request, response, next) => {
    // Lists and codes are about all devices: a server with many has them some seconds after its start.
    await api.keeper.whole();
    (await routes())(request, response, next);
  });
  return router;
}
