/** Routes that answer some methods and refuse all others with 405. The files of `routes` use it, which `app.ts` lists; `admin-router.ts` makes those of the admin API. */
import type { RequestHandler, Router } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { fullPath } from './full-path.ts';

export interface Handlers {
  readonly get?: RequestHandler;
  readonly post?: RequestHandler;
  readonly put?: RequestHandler;
  readonly patch?: RequestHandler;
  readonly delete?: RequestHandler;
}

/** Serve one path. `HEAD` goes with `GET`; every other method is 405 with the `Allow` header. */
export function route(router: Router, path: string, handlers: Handlers): Router {
  const methods = router.route(path);
  const allowed: string[] = [];
  if (handlers.get !== undefined) {
    methods.get(handlers.get);
    allowed.push('GET', 'HEAD');
  }
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    const handler = handlers[method];
    if (handler === undefined) continue;
    methods[method](handler);
    allowed.push(method.toUpperCase());
  }
  const allow = allowed.join(', ');
  methods.all((request) => {
    throw new AppError('method_not_allowed', {
      detail: `${fullPath(request)} takes ${allow}, not ${request.method}.`,
      headers: { Allow: allow },
    });
  });
  return router;
}
