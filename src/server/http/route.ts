/** Routes that answer some methods and refuse all others with 405, made from lists of calls. */
import type { RequestHandler, Router } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { fullPath } from './request-url.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A call at an address. */
export interface Served {
  readonly method: (typeof METHODS)[number];
  /** Written as in OpenAPI. A `{path}` may have several segments. */
  readonly path: string;
  readonly handler: RequestHandler;
}

/** Serve calls in the order of their paths. `HEAD` goes with `GET`; every other method is 405 with the `Allow` header. */
export function serveCalls(router: Router, calls: readonly Served[]): void {
  for (const path of new Set(calls.map((call) => call.path))) {
    servePath(
      router,
      path,
      calls.filter((call) => call.path === path),
    );
  }
}

function servePath(router: Router, path: string, calls: readonly Served[]): void {
  const route = router.route(expressPath(path));
  const allowed: string[] = [];
  for (const method of METHODS) {
    const call = calls.find((one) => one.method === method);
    if (call === undefined) continue;
    route[lowerCase(method)](call.handler);
    allowed.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
  const allow = allowed.join(', ');
  route.all((request) => {
    throw new AppError('method_not_allowed', {
      detail: `${fullPath(request)} takes ${allow}, not ${request.method}.`,
      headers: { Allow: allow },
    });
  });
}

function expressPath(path: string): string {
  return path
    .replaceAll(':', '\\:')
    .replace('{path}', '*path')
    .replaceAll(/\{(\w+)\}/g, ':$1');
}

function lowerCase<Text extends string>(text: Text): Lowercase<Text> {
  return text.toLowerCase() as Lowercase<Text>;
}
