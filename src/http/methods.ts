/** Routes that answer some methods and refuse all others with 405. */
import type { RequestHandler, Router } from 'express';
import { AppError } from '../base/errors.ts';

export interface Handlers {
  readonly get?: RequestHandler;
  readonly post?: RequestHandler;
}

/** Serve one path. `HEAD` goes with `GET`; every other method is 405 with the `Allow` header. */
export function only(router: Router, path: string, handlers: Handlers): Router {
  const route = router.route(path);
  const allowed: string[] = [];
  if (handlers.get !== undefined) {
    route.get(handlers.get);
    allowed.push('GET', 'HEAD');
  }
  if (handlers.post !== undefined) {
    route.post(handlers.post);
    allowed.push('POST');
  }
  const allow = allowed.join(', ');
  route.all((request) => {
    throw new AppError('method_not_allowed', {
      detail: `${request.path} takes ${allow}, not ${request.method}.`,
      headers: { Allow: allow },
    });
  });
  return router;
}
