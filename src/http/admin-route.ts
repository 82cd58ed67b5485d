/** One path of the admin API: its methods, who may call them, and which query parameters it takes. */
import type { Request, RequestHandler, Router } from 'express';
import { AppError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { quoteShort } from '../base/one-line.ts';
import { permit } from './admin-access.ts';
import { fullPath } from './error-handler.ts';
import { readQuery } from './query.ts';
import { type Handlers, route } from './route.ts';

/** So many unknown parameters are named in one answer. */
const MAX_NAMED = 5;

/** Names of query parameters by method. */
type QueryByMethod = Readonly<Record<string, readonly string[]>>;

/**
 * Serve a path of the admin API, to callers whose role is enough (`admin-roles.ts`).
 * @param query names of the query parameters that it takes; all others are refused, since a misspelt one would have no
 *              effect without a word
 */
export function adminRoute(
  router: Router,
  path: string,
  handlers: Handlers,
  query: readonly string[] | QueryByMethod = [],
): void {
  const checked = Object.entries(handlers).map(([method, handler]: [string, RequestHandler]) => {
    const answer: RequestHandler = (request, response, next) => {
      permit(response, path);
      checkQuery(request, isForAll(query) ? query : (query[method] ?? []));
      return handler(request, response, next);
    };
    return [method, answer] as const;
  });
  route(router, path, Object.fromEntries(checked));
}

function isForAll(query: readonly string[] | QueryByMethod): query is readonly string[] {
  return Array.isArray(query);
}

/** @throws {AppError} invalid_query */
function checkQuery(request: Request, known: readonly string[]): void {
  const unknown = [...new Set(readQuery(request).keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MAX_NAMED).map((name) => {
    return `There is no query parameter ${quoteShort(name)}${didYouMean(name, known) || '.'}`;
  });
  const takes = known.length === 0 ? 'none' : known.join(', ');
  const path = fullPath(request).slice(0, 100);
  throw new AppError('invalid_query', { detail: `${named.join(' ')} ${path} takes ${takes}.` });
}
