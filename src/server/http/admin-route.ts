/** One path of the admin API: its methods, who may call them, and which query parameters it takes. */
import type { Request, RequestHandler, Router } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { permit } from './admin-access.ts';
import { fullPath } from './full-path.ts';
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
 * @param repeatable  those of them that may be there more than once
 */
export function adminRoute(
  router: Router,
  path: string,
  handlers: Handlers,
  query: readonly string[] | QueryByMethod = [],
  repeatable: readonly string[] = [],
): void {
  const checked = Object.entries(handlers).map(([method, handler]: [string, RequestHandler]) => {
    const answer: RequestHandler = (request, response, next) => {
      permit(response, path);
      const given = readQuery(request);
      checkNames(request, given, isForAll(query) ? query : (query[method] ?? []));
      checkOnce(given, repeatable);
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
function checkNames(request: Request, given: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(given.keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MAX_NAMED).map((name) => {
    return `There is no query parameter ${quoteShort(name)}${didYouMean(name, known) || '.'}`;
  });
  const takes = known.length === 0 ? 'none' : known.join(', ');
  const path = fullPath(request).slice(0, 100);
  throw new AppError('invalid_query', { detail: `${named.join(' ')} ${path} takes ${takes}.` });
}

/**
 * Of two values one would have no effect without a word.
 * @throws {AppError} invalid_query
 */
function checkOnce(given: URLSearchParams, repeatable: readonly string[]): void {
  const twice = [...new Set(given.keys())].find(
    (name) => !repeatable.includes(name) && given.getAll(name).length > 1,
  );
  if (twice === undefined) return;
  throw new AppError('invalid_query', { detail: `${twice}: expected one value, got several.` });
}
